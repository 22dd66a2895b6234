// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/held_counts.h"

#include <algorithm>
#include <bit>

namespace trawl::search {

HeldCounts::HeldCounts(const std::vector<DocSet>& sets, const DocSet& within)
    : sets_(sets.size()), within_(within),
      planes_(std::bit_width(sets.size()), std::vector<std::uint64_t>(within.words().size())) {
  for (const DocSet& set : sets) {
    for (std::size_t i = 0; i < set.words().size(); ++i) {
      std::uint64_t carry = set.words()[i];
      for (std::size_t b = 0; carry != 0; ++b) {
        const std::uint64_t both = planes_[b][i] & carry;
        planes_[b][i] ^= carry;
        carry = both;
      }
    }
  }
}

std::uint64_t HeldCounts::exactly(std::size_t count, std::size_t i) const {
  std::uint64_t out = within_.words()[i];
  for (std::size_t b = 0; b < planes_.size(); ++b) out &= (count >> b & 1) != 0 ? planes_[b][i] : ~planes_[b][i];
  return out;
}

std::vector<std::size_t> HeldCounts::histogram() const {
  constexpr std::size_t kStep = 64;
  std::vector<std::size_t> out(sets_ + 1);
  std::vector<std::uint64_t> words;
  for (std::size_t begin = 0; begin < within_.words().size(); begin += kStep) {
    const std::size_t end = std::min(begin + kStep, within_.words().size());
    for (std::size_t count = 0; count <= sets_; ++count) {
      words.clear();
      for (std::size_t i = begin; i < end; ++i) words.push_back(exactly(count, i));
      out[count] += count_bits(words);
    }
  }
  return out;
}

DocSet HeldCounts::at_least(std::size_t least) const {
  std::vector<std::uint64_t> out(within_.words().begin(), within_.words().end());
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (std::size_t count = 0; count < least && count <= sets_; ++count) out[i] &= ~exactly(count, i);
  }
  return DocSet(std::move(out));
}

} // namespace trawl::search
