// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/search/rank/explained.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::search;
using trawl::search::test::parts_of;
using trawl::search::test::SmallArticle;
using trawl::search::test::SmallIndex;

TEST_CASE("feedback: of equal candidates, those that share words with the best come first", "[rank]") {
  const std::string rest = " one two three four five six seven eight nine ten eleven twelve more words to say here";
  std::vector<SmallArticle> articles(12, {"", "pruning pruning saliency" + rest});
  articles.push_back({"", "pruning holidays" + rest});
  articles.push_back({"", "pruning saliency" + rest});
  for (int i = 0; i < 20; ++i) articles.push_back({"", i % 2 == 0 ? "holidays at sea" : "other things"});
  SmallIndex index(articles);
  const auto rows = index.ranked("pruning", {20, true, 0, Moment{}});
  REQUIRE(rows.size() == 14);
  CHECK(rows[12].document == 14);
  CHECK(rows[13].document == 13);
  CHECK(parts_of(index, "pruning", "feedback").at(14) > 0);
}

TEST_CASE("feedback: ten candidates or fewer have no feedback terms", "[rank]") {
  SmallIndex index(
      std::vector<SmallArticle>(10, {"", "pruning saliency one two three four five six seven eight nine ten"
                                         " eleven twelve thirteen fourteen fifteen sixteen seventeen"}));
  CHECK(parts_of(index, "pruning", "feedback").empty());
}
