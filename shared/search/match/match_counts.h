// SPDX-License-Identifier: GPL-3.0-or-later
/// Counts for each document how many of some sets contain it. The counters are bit-sliced: bit b of all of them is one
/// bitmap, so adding a set takes a few operations for 64 documents at a time.
#pragma once

#include "shared/search/match/doc_set.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trawl::search {

class MatchCounts {
 public:
  /// All sets have the size of `within`, which is borrowed.
  MatchCounts(const std::vector<DocSet>& sets, const DocSet& within);

  /// Element k: how many documents of `within` are in exactly k of the sets.
  std::vector<std::size_t> histogram() const;

  /// The documents of `within` that are in at least `least` of the sets.
  DocSet at_least(std::size_t least) const;

 private:
  /// The documents that are in exactly `count` sets.
  DocSet exactly(std::size_t count) const;

  std::size_t sets_;
  const DocSet& within_;
  std::vector<DocSet> planes_; ///< bit b of each document's count
};

} // namespace trawl::search
