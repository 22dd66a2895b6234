// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/search/rank/explained.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::search;
using trawl::search::test::parts_of;
using trawl::search::test::SmallArticle;
using trawl::search::test::SmallIndex;

TEST_CASE("coverage: a document with only part of the query scores lower", "[rank]") {
  SmallIndex index({{"", "alpha beta"}, {"", "alpha"}, {"", "x"}, {"", "y"}});
  const auto coverage = parts_of(index, "alpha beta", "cover");
  CHECK_FALSE(coverage.contains(1)); // nothing is missing
  REQUIRE(coverage.contains(2));
  CHECK(coverage.at(2) < 0);
}

TEST_CASE("coverage: matters less for long queries", "[rank]") {
  SmallIndex index({{"", "alpha"}, {"", "beta gamma delta omega sigma kappa theta lambda epsilon"}, {"", "x"}});
  const auto lost = [&](std::string_view q) {
    const auto rows = index.ranked(q, {100, true, 0, Moment{}});
    for (const RankedDocument& one : rows) {
      if (one.document != 1) continue;
      double cover = 0, others = 0;
      for (const ExplainPart& part : one.explain) (part.name == "cover" ? cover : others) += part.weight;
      return cover / others;
    }
    return 0.0;
  };
  // The share that is there is 1/2 and about 1/10; with the same exponent much more would be lost.
  CHECK(lost("alpha beta") < 0);
  CHECK(lost("alpha beta gamma delta omega sigma kappa theta lambda epsilon") > -0.4);
}
