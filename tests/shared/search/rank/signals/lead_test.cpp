// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/search/rank/explained.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::search;
using trawl::search::test::parts_of;
using trawl::search::test::SmallArticle;
using trawl::search::test::SmallIndex;

TEST_CASE("lead: a word counts more the nearer it is to the beginning of the text", "[rank]") {
  std::string filler;
  for (int i = 0; i < 90; ++i) filler += "filler ";
  SmallIndex index({{"Same", filler + "pruning"},
                    {"Same", "pruning " + filler},
                    {"Pruning", "only in the title"},
                    {"", "y"},
                    {"", "w"}});
  const auto leads = parts_of(index, "pruning", "lead");
  REQUIRE(leads.contains(1));
  REQUIRE(leads.contains(2));
  CHECK(leads.at(2) > leads.at(1));
  CHECK_FALSE(leads.contains(3));
}
