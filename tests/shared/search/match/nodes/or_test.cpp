// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/search/small_index.h"

#include <catch2/catch.hpp>

using namespace trawl::search;
using trawl::search::test::Numbers;
using trawl::search::test::SmallIndex;

TEST_CASE("match OR: the documents of any child", "[match]") {
  SmallIndex index({{"", "alpha"}, {"", "beta"}, {"", "gamma"}, {"", "alpha gamma"}});
  CHECK(index.found("alpha OR gamma") == Numbers{1, 3, 4});
  CHECK(index.found("alpha OR nowhere") == Numbers{1, 4});
  CHECK(index.found("nowhere OR elsewhere").empty());
  CHECK(index.found("alpha OR -alpha") == Numbers{1, 2, 3, 4});
}
