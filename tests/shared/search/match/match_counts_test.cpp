// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/match_counts.h"

#include <random>

#include <catch2/catch.hpp>

namespace match_counts_test {

using namespace trawl::search;

TEST_CASE("match counts: as counting document by document", "[match]") {
  std::mt19937 random(5);
  constexpr std::uint32_t kLast = 300;
  for (const std::size_t count : {0U, 1U, 2U, 3U, 7U, 8U, 64U}) {
    std::vector<DocSet> sets(count, DocSet(kLast));
    DocSet within(kLast);
    for (std::uint32_t document = 0; document <= kLast; ++document) {
      if (random() % 3 != 0) within.add(document);
      for (DocSet& set : sets) {
        if (random() % 2 != 0) set.add(document);
      }
    }
    std::vector<std::size_t> holding(count + 1);
    std::vector<DocSet> at_least(count + 2, DocSet(kLast));
    within.for_each([&](std::uint32_t document) {
      std::size_t held = 0;
      for (const DocSet& set : sets) held += set.contains(document) ? 1 : 0;
      ++holding[held];
      for (std::size_t least = 0; least <= held; ++least) at_least[least].add(document);
    });
    const MatchCounts counts(sets, within);
    CHECK(counts.histogram() == holding);
    for (std::size_t least = 0; least < at_least.size(); ++least) CHECK(counts.at_least(least) == at_least[least]);
  }
}

} // namespace match_counts_test
