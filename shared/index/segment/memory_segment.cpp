// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/segment/memory_segment.h"

#include "shared/index/records/stored_document.h"
#include "shared/index/segment/segment_dictionary.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace trawl::index {
namespace {

constexpr std::size_t kFirstCells = 1024;

} // namespace

void Inverter::grow() {
  cells_.assign(std::max(kFirstCells, cells_.size() * 2), 0);
  for (std::uint32_t i = 0; i < terms_.size(); ++i) {
    std::size_t cell = terms_[i].hash & (cells_.size() - 1);
    while (cells_[cell] != 0) cell = (cell + 1) & (cells_.size() - 1);
    cells_[cell] = i + 1;
  }
}

/// The tables do not fit into the processor's caches, so what the terms of a document need is prefetched.
void Inverter::add(std::span<const text::TermOccurrence> terms, std::uint32_t document) {
  while ((terms_.size() + terms.size() + 1) * 2 > cells_.size()) grow();
  hashes_.clear();
  for (const text::TermOccurrence& one : terms) {
    hashes_.push_back(static_cast<std::uint32_t>(std::hash<std::string_view>{}(one.term)));
    __builtin_prefetch(&cells_[hashes_.back() & (cells_.size() - 1)]);
  }
  for (const std::uint32_t hash : hashes_) {
    const std::uint32_t held = cells_[hash & (cells_.size() - 1)];
    if (held != 0) __builtin_prefetch(&terms_[held - 1]);
  }
  for (std::size_t i = 0; i < terms.size(); ++i) add(terms[i].term, hashes_[i], document);
}

void Inverter::add(std::string_view term, std::uint32_t hash, std::uint32_t document) {
  std::size_t cell = hash & (cells_.size() - 1);
  while (cells_[cell] != 0) {
    const Term& held = terms_[cells_[cell] - 1];
    if (held.hash == hash && text_of(held) == term) break;
    cell = (cell + 1) & (cells_.size() - 1);
  }
  if (cells_[cell] == 0) {
    terms_.push_back({text_.size(), static_cast<std::uint32_t>(term.size()), hash, {}});
    text_ += term;
    cells_[cell] = static_cast<std::uint32_t>(terms_.size());
  }
  std::vector<Posting>& postings = terms_[cells_[cell] - 1].postings;
  if (postings.empty() || postings.back().document != document) {
    postings.push_back({document, 1});
  } else {
    ++postings.back().tf;
  }
}

std::vector<std::uint32_t> Inverter::in_order() const {
  std::vector<std::uint32_t> order(terms_.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [this](std::uint32_t i) { return text_of(terms_[i]); });
  return order;
}

void MemorySegment::add(PreparedDocument document) {
  remove(document.id);
  const auto row = static_cast<std::uint32_t>(rows_.size());
  inverter_.add(document.terms, row);
  numbers_[document.id] = row;
  rows_.push_back({document.id, document.published, document.words, document.title_words, std::move(document.ordinals),
                   std::move(document.aliases), std::move(document.positions), std::move(document.stored)});
}

bool MemorySegment::remove(std::uint64_t id) {
  const auto it = numbers_.find(id);
  if (it == numbers_.end()) return false;
  rows_[it->second].is_dead = true;
  numbers_.erase(it);
  return true;
}

std::vector<std::uint32_t> MemorySegment::final_numbers() const {
  std::vector<std::uint32_t> numbers;
  std::uint32_t next = 0;
  for (const Row& row : rows_) numbers.push_back(row.is_dead ? 0 : ++next);
  return numbers;
}

SegmentRows MemorySegment::rows(std::array<NewValues, schema::kFilterFields.size()> introduced) const {
  SegmentRows out;
  for (const Row& row : rows_) {
    if (row.is_dead) continue;
    out.published.push_back(row.published);
    out.words.push_back(row.words);
    out.title_words.push_back(row.title_words);
    out.ids.push_back(row.id);
    for (std::size_t i = 0; i < out.fields.size(); ++i) {
      auto& field = out.fields[i];
      field.ordinals.insert(field.ordinals.end(), row.ordinals[i].begin(), row.ordinals[i].end());
      field.ends.push_back(static_cast<std::uint32_t>(field.ordinals.size()));
    }
    for (const std::uint64_t alias : row.aliases) out.aliases.emplace_back(alias, out.documents());
  }
  for (std::size_t i = 0; i < out.fields.size(); ++i) out.fields[i].introduced = std::move(introduced[i]);
  out.removed = removed_;
  return out;
}

Result<void> MemorySegment::write(const std::filesystem::path& path,
                                  std::array<NewValues, schema::kFilterFields.size()> introduced,
                                  std::shared_ptr<const Dictionary> dictionary) const {
  dictionary = dictionary_for(rows_.size(), std::move(dictionary), [&](std::size_t i) {
    return read_stored_document(rows_[i].is_dead ? std::string_view() : rows_[i].stored, nullptr);
  });
  const SegmentRows columns = rows(std::move(introduced));
  TRAWL_TRY(SegmentWriter writer, SegmentWriter::create(path, columns));
  writer.begin_positions();
  for (const Row& row : rows_) {
    if (!row.is_dead) writer.add_positions(row.positions);
  }
  writer.begin_stored(dictionary.get());
  for (const Row& row : rows_) {
    if (row.is_dead) continue;
    writer.add_stored(compressed_document(read_stored_document(row.stored, nullptr), dictionary.get()));
  }
  const std::vector<std::uint32_t> numbers = final_numbers();
  writer.begin_terms();
  inverter_.for_each([&](std::string_view term, const std::vector<Inverter::Posting>& postings) {
    writer.begin_term(term);
    for (const auto& [row, tf] : postings) {
      if (numbers[row] != 0) writer.add_posting(numbers[row], tf);
    }
    writer.end_term();
  });
  std::vector<const Row*> live = {nullptr}; // by number
  for (const Row& row : rows_) {
    if (!row.is_dead) live.push_back(&row);
  }
  return writer.finish([&](std::uint32_t document) { return std::string_view(live[document]->positions); });
}

} // namespace trawl::index
