// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/search/rank/explained.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::search;
using trawl::search::test::parts_of;
using trawl::search::test::SmallArticle;
using trawl::search::test::SmallIndex;

TEST_CASE("passage: a long text with the words together beats one with the words apart", "[rank]") {
  std::string filler;
  for (int i = 0; i < 200; ++i) filler += "filler ";
  SmallIndex index({{"", filler + "alpha beta " + filler},
                    {"", filler + "alpha " + filler + "beta"},
                    {"", "alpha beta, but short"},
                    {"", "x"},
                    {"", "y"}});
  const auto passages = parts_of(index, "alpha OR beta", "passage");
  REQUIRE(passages.contains(1));
  REQUIRE(passages.contains(2));
  CHECK(passages.at(1) > passages.at(2));
  CHECK_FALSE(passages.contains(3));
}
