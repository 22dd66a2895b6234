// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/segment/memory_segment.h"

#include "shared/index/records/stored_document.h"
#include "shared/index/segment/first_letters.h"
#include "shared/index/segment/segment_dictionary.h"

#include <algorithm>
#include <utility>

namespace trawl::index {

void Inverter::Postings::add(std::uint32_t document) {
  if (last_.tf > 0 && last_.document != document) before_.push_back(std::exchange(last_, {}));
  last_.document = document;
  ++last_.tf;
}

/// The postings do not fit into the processor's caches, so those of a document's terms are prefetched.
void Inverter::add(std::span<const text::TermOccurrence> terms, std::uint32_t document) {
  postings_.resize(table_.size());
  for (const text::TermOccurrence& one : terms) __builtin_prefetch(&postings_[one.number], 1);
  for (const text::TermOccurrence& one : terms) postings_[one.number].add(document);
}

/// Most terms differ in their first bytes, which are compared as one number.
std::vector<std::uint32_t> Inverter::in_order() const {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
  for (std::uint32_t i = 0; i < postings_.size(); ++i) order.emplace_back(first_letters(table_[i].text), i);
  std::ranges::sort(order, [this](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : table_[a.second].text < table_[b.second].text;
  });
  std::vector<std::uint32_t> numbers;
  for (const auto& [letters, number] : order) numbers.push_back(number);
  return numbers;
}

void MemorySegment::add(PreparedDocument document) {
  remove(document.id);
  const auto row = static_cast<std::uint32_t>(rows_.size());
  inverter_.add(document.terms, row);
  numbers_[document.id] = row;
  rows_.push_back({document.id, document.published, document.published_day, document.words, document.title_words,
                   std::move(document.ordinals), std::move(document.aliases), std::move(document.positions),
                   std::move(document.stored)});
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
    out.published_day.push_back(row.published_day);
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
  inverter_.for_each([&](std::string_view term, const Inverter::Postings& postings) {
    writer.begin_term(term);
    postings.for_each([&](std::uint32_t row, std::uint32_t tf) {
      if (numbers[row] != 0) writer.add_posting(numbers[row], tf);
    });
    writer.end_term();
  });
  std::vector<const Row*> live = {nullptr}; // by number
  for (const Row& row : rows_) {
    if (!row.is_dead) live.push_back(&row);
  }
  return writer.finish([&](std::uint32_t document) { return std::string_view(live[document]->positions); });
}

} // namespace trawl::index
