// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/match_counts.h"

#include <bit>
#include <utility>

namespace trawl::search {

MatchCounts::MatchCounts(const std::vector<DocSet>& sets, const DocSet& within) : sets_(sets.size()), within_(within) {
  std::size_t counted = 0;
  for (DocSet carry : sets) {
    for (DocSet& plane : planes_) {
      DocSet both = plane;
      both &= carry;
      plane ^= carry;
      carry = std::move(both);
    }
    // Only with set 1, 2, 4, 8 … can a count need one more bit.
    if (std::has_single_bit(++counted)) planes_.push_back(std::move(carry));
  }
}

DocSet MatchCounts::exactly(std::size_t count) const {
  DocSet out = within_;
  for (std::size_t b = 0; b < planes_.size(); ++b) {
    if ((count >> b & 1) != 0) {
      out &= planes_[b];
    } else {
      out -= planes_[b];
    }
  }
  return out;
}

std::vector<std::size_t> MatchCounts::histogram() const {
  std::vector<std::size_t> out;
  for (std::size_t count = 0; count <= sets_; ++count) out.push_back(exactly(count).count());
  return out;
}

DocSet MatchCounts::at_least(std::size_t least) const {
  DocSet out = within_;
  for (std::size_t count = 0; count < least && count <= sets_; ++count) out -= exactly(count);
  return out;
}

} // namespace trawl::search
