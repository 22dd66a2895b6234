// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/segment/term_dictionary.h"

#include "shared/base/packed.h"
#include "shared/index/segment/section_names.h"
#include "shared/index/segment_format.h"

#include <algorithm>

namespace trawl::index {
namespace {

using packed::put_number;
using packed::put_text;
using packed::take_number;
using packed::take_text;

/// A cell: six bits of the hash, two for the place in a block, and where the block begins, plus one. 0 is free.
constexpr std::size_t kCellBytes = 5;
constexpr unsigned kMarkBits = 6, kSlotBits = 2;
static_assert(kTermsPerBlock == 1u << kSlotBits);

/// Longer terms are not indexed.
constexpr std::size_t kLongestTerm = 511;

/// The cell that a hash prefers: its upper half, scaled.
std::uint64_t home_cell(std::uint64_t hash, std::uint64_t cells) { return ((hash >> 32) * cells) >> 32; }

/// The bits of the hash that a cell keeps.
std::uint64_t mark_of(std::uint64_t hash) { return hash & ((1u << kMarkBits) - 1); }

/// Reads a term, stored without the prefix it shares with the previous one, from the front of a block.
bool take_entry(std::string_view& in, std::string& term, std::uint32_t& df, std::uint64_t& size) {
  std::uint64_t shared = 0, frequency = 0;
  std::string_view suffix;
  if (!take_number(in, shared) || shared > term.size() || !take_text(in, suffix) || !take_number(in, frequency) ||
      !take_number(in, size)) {
    return false;
  }
  term.resize(shared);
  term += suffix;
  df = static_cast<std::uint32_t>(frequency);
  return frequency <= UINT32_MAX;
}

} // namespace

TermDictionary::TermDictionary(const SegmentFile& file)
    : text_(file, "terms"), blocks_(file, "terms.blocks"), cells_(file, "terms.cells"), filter_(file, kTermFilter),
      common_filter_(file, kCommonFilter) {
  const SectionEntry* blocks = file.find("terms.blocks");
  const SectionEntry* cells = file.find("terms.cells");
  const SectionEntry* text = file.find("terms");
  if (blocks == nullptr || cells == nullptr || text == nullptr) return;
  block_width_ = blocks->width;
  cell_count_ = cells->size / kCellBytes;
  terms_ = static_cast<std::uint32_t>(text->least);
}

std::uint64_t TermDictionary::number_at(const Section& section, std::uint64_t i, unsigned width) {
  const std::string_view bytes = section.view(i * width, width);
  std::uint64_t number = 0;
  if (bytes.empty()) return number;
  std::memcpy(&number, bytes.data(), std::min<std::size_t>(bytes.size(), sizeof number));
  return number;
}

std::string_view TermDictionary::block_bytes(std::size_t block) const {
  const std::uint64_t begin = number_at(blocks_, block, block_width_);
  const std::uint64_t end = block + 1 < blocks() ? number_at(blocks_, block + 1, block_width_) : text_.size();
  if (begin > end) return {};
  return text_.view(begin, end - begin);
}

std::string_view TermDictionary::first_term(std::size_t block) const {
  std::string_view bytes = block_bytes(block), term;
  std::uint64_t offset = 0, shared = 0;
  if (!take_number(bytes, offset) || !take_number(bytes, shared) || !take_text(bytes, term)) return {};
  return term;
}

/// The entry at `slot` of the block that begins at `offset`, if it is that of `term`.
std::optional<TermEntry> TermDictionary::entry_at(std::uint64_t offset, std::size_t slot, std::string_view term) const {
  std::string_view bytes = text_.view(offset, std::min<std::uint64_t>(text_.size() - offset, 4 * (kLongestTerm + 32)));
  TermEntry entry;
  std::uint64_t shared = 0, df = 0;
  std::string_view suffix;
  char text[kLongestTerm + 1];
  std::size_t size = 0;
  bool fits = take_number(bytes, entry.offset);
  for (std::size_t i = 0; fits && i <= slot; ++i) {
    entry.offset += entry.size;
    fits = take_number(bytes, shared) && take_text(bytes, suffix) && take_number(bytes, df) &&
           take_number(bytes, entry.size) && shared <= size && suffix.size() <= kLongestTerm - shared;
    if (!fits) break;
    std::memcpy(text + shared, suffix.data(), suffix.size());
    size = shared + suffix.size();
  }
  if (!fits || df > UINT32_MAX) {
    text_.note_damage();
    return std::nullopt;
  }
  entry.df = static_cast<std::uint32_t>(df);
  return std::string_view(text, size) == term ? std::optional(entry) : std::nullopt;
}

void TermDictionary::prefetch(std::string_view term) const {
  const std::uint64_t hash = hash_of_term(term);
  if (cell_count_ > 0 && may_contain(hash)) cells_.prefetch(home_cell(hash, cell_count_) * kCellBytes, 1);
}

std::optional<TermEntry> TermDictionary::find(std::string_view term, std::uint64_t hash) const {
  if (!filter_.may_contain(hash)) return std::nullopt;
  const std::uint64_t mark = mark_of(hash);
  for (std::uint64_t i = 0, cell = home_cell(hash, cell_count_); i < cell_count_; ++i, ++cell) {
    if (cell == cell_count_) cell = 0;
    const std::uint64_t held = number_at(cells_, cell, kCellBytes);
    if (held == 0) return std::nullopt;
    if (mark_of(held) != mark) continue;
    const std::uint64_t offset = (held >> (kMarkBits + kSlotBits)) - 1;
    if (offset >= text_.size()) {
      text_.note_damage();
      return std::nullopt;
    }
    if (const auto entry = entry_at(offset, held >> kMarkBits & (kTermsPerBlock - 1), term)) return entry;
  }
  return std::nullopt;
}

TermDictionary::Iterator TermDictionary::lower_bound(std::string_view from) const {
  // The last block whose first term is not after `from`.
  std::size_t begin = 0, end = blocks();
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    if (first_term(middle) <= from) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  Iterator it(*this);
  it.load(begin == 0 ? 0 : begin - 1);
  it.next();
  while (!it.at_end() && it.term() < from) it.next();
  return it;
}

void TermDictionary::Iterator::load(std::size_t block) {
  block_ = block;
  left_ = 0;
  if (at_end()) return;
  rest_ = dictionary_->block_bytes(block_);
  left_ = std::min(kTermsPerBlock, dictionary_->terms_ - block_ * kTermsPerBlock);
  term_.clear();
  entry_ = {};
  if (!take_number(rest_, entry_.offset)) rest_ = {};
}

void TermDictionary::Iterator::next() {
  while (!at_end()) {
    if (left_ == 0) {
      load(block_ + 1);
      continue;
    }
    --left_;
    entry_.offset += entry_.size;
    if (take_entry(rest_, term_, entry_.df, entry_.size)) return;
    dictionary_->text_.note_damage(); // the terms of other blocks are still there
    left_ = 0;
  }
}

void TermDictionaryWriter::add(std::string_view term, std::uint32_t df, std::uint64_t offset, std::uint64_t size) {
  std::size_t shared = 0;
  if (terms_ % kTermsPerBlock == 0) {
    blocks_.push_back(text_.size());
    put_number(text_, offset);
  } else {
    const std::size_t most = std::min(term.size(), last_.size());
    while (shared < most && term[shared] == last_[shared]) ++shared;
  }
  put_number(text_, shared);
  put_text(text_, term.substr(shared));
  put_number(text_, df);
  put_number(text_, size);
  hashes_.push_back(hash_of_term(term));
  if (df >= kCommonDf) common_hashes_.push_back(hashes_.back());
  last_ = term;
  ++terms_;
}

std::string TermDictionaryWriter::cells() const {
  const std::uint64_t count = terms_ + terms_ / 4 + 2; // four fifths full: filters keep most misses away
  std::vector<std::uint64_t> cells(count);
  for (std::uint64_t number = 0; number < terms_; ++number) {
    std::uint64_t cell = home_cell(hashes_[number], count);
    while (cells[cell] != 0) cell = cell + 1 == count ? 0 : cell + 1;
    const std::uint64_t place = (blocks_[number / kTermsPerBlock] + 1) << kSlotBits | number % kTermsPerBlock;
    cells[cell] = place << kMarkBits | mark_of(hashes_[number]);
  }
  std::string out;
  out.reserve(count * kCellBytes);
  for (const std::uint64_t cell : cells) out.append(reinterpret_cast<const char*>(&cell), kCellBytes);
  return out;
}

} // namespace trawl::index
