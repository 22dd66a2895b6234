// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/shard/counting_column.h"

#include "shared/base/vectorised.h"

#include <algorithm>
#include <array>
#include <bit>

namespace trawl::index {
namespace {

/// At most one document in … has more values than slots.
constexpr std::size_t kFewOverflow = 50;
constexpr std::uint16_t kEmpty = UINT16_MAX;
constexpr std::size_t kMaxFrequent = 128;
/// Looking up one value among the rare ones costs as much as this many words of a bitmap.
constexpr std::size_t kWordsOfOneStep = 4;
/// The same of counting the values of a document.
constexpr std::size_t kWordsOfOneDocument = 24;

TRAWL_COUNTING std::size_t count_common(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  std::size_t total = 0;
  for (std::size_t i = 0; i < words; ++i) total += static_cast<std::size_t>(std::popcount(a[i] & b[i]));
  return total;
}

} // namespace

void CountingColumn::begin(std::size_t documents, const Beyond& beyond, std::span<const std::uint32_t> frequencies) {
  while (slots_ < beyond.size() && beyond[slots_] * kFewOverflow > documents) slots_ *= 2;
  packed_.assign(documents * slots_, kEmpty);
  for (std::size_t document = 0; document < documents; ++document)
    none_[document / 64] |= std::uint64_t{1} << (document % 64);
  std::vector<std::uint32_t> ordinals(frequencies.size());
  for (std::size_t i = 0; i < ordinals.size(); ++i) ordinals[i] = static_cast<std::uint32_t>(i);
  std::erase_if(ordinals, [&](std::uint32_t ordinal) { return frequencies[ordinal] * kWordsOfOneStep < none_.size(); });
  std::ranges::sort(ordinals, std::greater(), [&](std::uint32_t ordinal) { return frequencies[ordinal]; });
  if (ordinals.size() > kMaxFrequent) ordinals.resize(kMaxFrequent);
  for (const std::uint32_t ordinal : ordinals) frequent_.push_back({ordinal, std::vector<std::uint64_t>(none_.size())});
  constexpr std::uint32_t kRare = UINT32_MAX;
  number_.assign(frequencies.size(), kRare);
  for (std::size_t i = 0; i < ordinals.size(); ++i) number_[ordinals[i]] = static_cast<std::uint32_t>(i);
  for (std::uint32_t ordinal = 0; ordinal < frequencies.size(); ++ordinal) {
    if (frequencies[ordinal] == 0 || number_[ordinal] != kRare) continue;
    number_[ordinal] = static_cast<std::uint32_t>(kMaxFrequent + rare_ordinals_.size());
    rare_ordinals_.push_back(ordinal);
  }
}

void CountingColumn::add(std::uint32_t document, std::size_t slot, std::uint32_t ordinal) {
  const std::uint64_t bit = std::uint64_t{1} << (document % 64);
  none_[document / 64] &= ~bit;
  const std::uint32_t number = number_[ordinal];
  if (number < kMaxFrequent) {
    frequent_[number].documents[document / 64] |= bit;
  } else {
    rare_.push_back({document, number - static_cast<std::uint32_t>(kMaxFrequent)});
  }
  if (slot < slots_) {
    packed_[document * slots_ + slot] = static_cast<std::uint16_t>(ordinal);
  } else {
    overflow_.push_back({document, ordinal});
  }
}

/// Calls `visit(ordinal)` for each value of each document. Returns how many have no value.
template <typename Visit>
std::size_t CountingColumn::for_each_value(std::span<const std::uint64_t> documents, Visit visit) const {
  std::size_t missing = 0;
  const std::uint16_t* const packed = packed_.data();
  const auto visit_slots = [&](std::size_t first) {
    missing += packed[first] == kEmpty;
    std::size_t slot = first;
    while (slot < first + slots_ && packed[slot] != kEmpty) visit(packed[slot++]);
    if (slot < first + slots_ || overflow_.empty()) return;
    const auto document = static_cast<std::uint32_t>(first / slots_);
    auto more = std::ranges::lower_bound(overflow_, document, {}, &Overflow::document);
    for (; more != overflow_.end() && more->document == document; ++more) visit(more->ordinal);
  };
  // The values of some documents ahead are fetched already: waiting for them takes longer than counting.
  std::array<std::size_t, 16> waiting;
  waiting.fill(SIZE_MAX);
  std::size_t turn = 0;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    for (std::uint64_t word = documents[i]; word != 0; word &= word - 1) {
      std::size_t first = (i * 64 + static_cast<std::size_t>(std::countr_zero(word))) * slots_;
      __builtin_prefetch(packed + first);
      std::swap(first, waiting[turn++ % waiting.size()]);
      if (first != SIZE_MAX) visit_slots(first);
    }
  }
  for (const std::size_t first : waiting) {
    if (first != SIZE_MAX) visit_slots(first);
  }
  return missing;
}

/// One after another, whether in the set or not: there are few, and no step waits for memory or for a branch.
void CountingColumn::count_rare(std::span<const std::uint64_t> documents, Counts& counts) const {
  std::vector<std::uint32_t> found(rare_ordinals_.size());
  for (const auto& [document, number] : rare_) {
    if (document / 64 >= documents.size()) break;
    found[number] += static_cast<std::uint32_t>(documents[document / 64] >> (document % 64) & 1);
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] > 0) counts.add(rare_ordinals_[i], found[i]);
  }
}

void CountingColumn::count(std::span<const std::uint64_t> documents, Counts& counts) const {
  documents = documents.first(std::min(documents.size(), none_.size()));
  const std::size_t words = documents.size();
  const std::size_t size = count_common(documents.data(), documents.data(), words);
  if (size * kWordsOfOneDocument < frequent_.size() * words + rare_.size() * kWordsOfOneStep) {
    counts.missing += for_each_value(documents, [&](std::uint32_t ordinal) { counts.add(ordinal); });
    return;
  }
  counts.missing += count_common(documents.data(), none_.data(), words);
  count_rare(documents, counts);
  for (const Frequent& one : frequent_) {
    const std::size_t common = count_common(documents.data(), one.documents.data(), words);
    if (common > 0) counts.add(one.ordinal, static_cast<std::uint32_t>(common));
  }
}

} // namespace trawl::index
