// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/xapian/glass_lists.h"

#include "shared/base/packed.h"

#include <bit>

namespace trawl::index::glass {
namespace {

using namespace std::string_view_literals;
using packed::put_number;
using packed::put_text;

constexpr std::string_view kBoundsKey = "\0\xd0"sv, kValuesKey = "\0\xd8"sv, kLengthsKey = "\0\xe0"sv;

/// Bytes of a chunk, which fills a quarter of a block.
constexpr std::size_t kChunkBytes = 2'000;

/// A term in a key: zero bytes are followed by 0xff, so that a zero byte can end it.
std::string term_key(std::string_view term) {
  std::string out;
  for (const char c : term) {
    out += c;
    if (c == '\0') out += '\xff';
  }
  return out;
}

/// `first_key`: of the first chunk. `next_key`: of further ones, before the number of their first document.
void add_chunks(TableWriter& table, std::string_view first_key, std::string_view next_key, std::string_view head,
                std::span<const Posting> postings) {
  for (std::size_t begin = 0; begin < postings.size();) {
    std::string entries;
    std::size_t at = begin;
    for (; at < postings.size() && entries.size() < kChunkBytes; ++at) {
      if (at > begin) put_number(entries, postings[at].document - postings[at - 1].document - 1);
      put_number(entries, postings[at].wdf);
    }
    std::string tag(begin == 0 ? head : std::string_view());
    tag += at == postings.size() ? '1' : '0'; // whether it is the last chunk
    put_number(tag, postings[at - 1].document - postings[begin].document);
    tag += entries;
    const std::string key =
        begin == 0 ? std::string(first_key) : std::string(next_key) + sortable_number(postings[begin].document);
    table.add(key, tag);
    begin = at;
  }
}

} // namespace

std::string sortable_number(std::uint32_t number) {
  std::string out;
  if (number < 0x8000) {
    out += static_cast<char>(number >> 8);
    return out += static_cast<char>(number & 0xFF);
  }
  // The first byte has as many ones at the top as bytes follow, less one.
  const unsigned bytes = (static_cast<unsigned>(std::bit_width(number)) + 5) / 7;
  const std::uint32_t mark = 0xFFU << (10 - bytes) & 0xFF;
  for (unsigned i = bytes; i-- > 0;) {
    const std::uint64_t byte = std::uint64_t{number} >> (8 * i) & 0xFF;
    out += static_cast<char>(i + 1 == bytes ? byte | mark : byte);
  }
  return out;
}

void add_bounds(TableWriter& table, unsigned slot, const ValueBounds& bounds) {
  if (bounds.documents == 0) return;
  std::string key(kBoundsKey);
  if (slot > 0) key += static_cast<char>(slot);
  std::string tag;
  put_number(tag, bounds.documents);
  put_text(tag, bounds.lower);
  if (bounds.upper != bounds.lower) tag += bounds.upper;
  table.add(key, tag);
}

void ValueList::add(std::uint32_t document, std::string_view value) {
  if (chunk_.empty()) {
    first_ = document;
  } else {
    put_number(chunk_, document - last_ - 1);
  }
  last_ = document;
  put_text(chunk_, value);
  if (chunk_.size() >= kChunkBytes) end_chunk();
}

void ValueList::end_chunk() {
  if (chunk_.empty()) return;
  std::string key(kValuesKey);
  put_number(key, slot_);
  table_->add(key + sortable_number(first_), chunk_);
  chunk_.clear();
}

void add_lengths(TableWriter& table, std::span<const Posting> lengths) {
  if (lengths.empty()) return;
  std::string head;
  put_number(head, 0); // of no term: neither documents
  put_number(head, 0); // nor occurrences are counted
  put_number(head, lengths.front().document - 1);
  add_chunks(table, kLengthsKey, kLengthsKey, head, lengths);
}

void add_list(TableWriter& table, std::string_view term, std::span<const Posting> postings) {
  const std::string key = term_key(term);
  constexpr std::size_t kNumberBytes = 6; // a zero byte and the document of a further chunk
  if (postings.empty() || key.size() + kNumberBytes > kLongestKey) return;
  std::uint64_t occurrences = 0;
  for (const Posting& posting : postings) occurrences += posting.wdf;
  std::string head;
  put_number(head, postings.size());
  put_number(head, occurrences);
  put_number(head, postings.front().document - 1);
  add_chunks(table, key, key + '\0', head, postings);
}

} // namespace trawl::index::glass
