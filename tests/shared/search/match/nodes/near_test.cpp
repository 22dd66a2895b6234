// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/search/small_index.h"

#include <catch2/catch.hpp>

using namespace trawl::search;
using trawl::search::test::Numbers;
using trawl::search::test::SmallIndex;

TEST_CASE("match NEAR: all words within the distance, in any order", "[match]") {
  SmallIndex index({{"", "alpha beta"}, {"", "beta alpha"}, {"", "alpha one two beta"}, {"", "alpha one gamma beta"}});
  CHECK(index.found("alpha NEAR/1 beta") == Numbers{1, 2});
  CHECK(index.found("alpha NEAR/2 beta") == Numbers{1, 2});
  CHECK(index.found("alpha NEAR/3 beta") == Numbers{1, 2, 3, 4});
  CHECK(index.found("alpha NEAR/3 beta NEAR/3 gamma") == Numbers{4});
  CHECK(index.found("alpha NEAR/2 beta NEAR/2 gamma").empty());
}
