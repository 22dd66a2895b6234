// SPDX-License-Identifier: GPL-3.0-or-later
/// How many of some sets each document is in. Counters are kept bit by bit, 64 documents a step: what takes a pass over
/// all documents with counters side by side is a few operations on words here.
#pragma once

#include "shared/search/match/doc_set.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trawl::search {

class MatchCounts {
 public:
  /// All sets and `within` hold as many numbers.
  MatchCounts(const std::vector<DocSet>& sets, const DocSet& within);

  /// [k]: how many documents of `within` are in exactly k of the sets.
  std::vector<std::size_t> histogram() const;

  /// The documents of `within` that are in `least` of the sets or more.
  DocSet at_least(std::size_t least) const;

 private:
  /// The documents that are in exactly `count` sets.
  DocSet exactly(std::size_t count) const;

  std::size_t sets_;
  const DocSet& within_;
  std::vector<DocSet> planes_; ///< bit b of each document's count
};

} // namespace trawl::search
