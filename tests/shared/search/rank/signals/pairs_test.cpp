// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/search/rank/explained.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::search;
using trawl::search::test::parts_of;
using trawl::search::test::SmallArticle;
using trawl::search::test::SmallIndex;

TEST_CASE("pairs: neighbours in the query that are neighbours in the text", "[rank]") {
  SmallIndex index(
      {{"", "one flash attention here"}, {"", "attention then flash"}, {"", "flash x attention"}, {"", "y"}});
  const auto pairs = parts_of(index, "flash attention", "pairs");
  REQUIRE(pairs.size() == 1);
  CHECK(pairs.at(1) > 0);
}

TEST_CASE("pairs: words separated by an operator are not neighbours", "[rank]") {
  SmallIndex index({{"", "flash attention"}, {"", "x"}, {"", "y"}});
  CHECK(parts_of(index, "flash OR attention", "pairs").empty());
  CHECK(parts_of(index, "flash AND attention", "pairs").empty());
  CHECK(parts_of(index, "\"flash attention\"", "pairs").size() == 1);
}
