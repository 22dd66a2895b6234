// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/search/small_index.h"

#include <catch2/catch.hpp>

using namespace trawl::search;
using trawl::search::test::Numbers;
using trawl::search::test::SmallIndex;

TEST_CASE("match AND: the documents of every child, never relaxed", "[match]") {
  SmallIndex index({{"", "alpha beta"}, {"", "alpha"}, {"", "beta"}, {"", "beta and alpha"}});
  CHECK(index.found("alpha AND beta", MatchMode::Any) == Numbers{1, 4});
  CHECK(index.found("alpha AND nowhere", MatchMode::Any).empty());
  CHECK(index.found("(alpha OR beta) AND alpha") == Numbers{1, 2, 4});
}
