// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/totals.h"

#include "shared/base/json.h"

#include <catch2/catch.hpp>

using namespace trawl::api;
using Json = nlohmann::ordered_json;

TEST_CASE("totals: a number says what it counts", "[api]") {
  CHECK(articles_text(0) == "0 articles");
  CHECK(articles_text(1) == "1 article");
  CHECK(articles_text(3282) == "3,282 articles");
}

TEST_CASE("totals: those with all words stand apart from those with only some", "[api]") {
  Json search = {{"query", {{"understood", "flash AND attention"}}},
                 {"total", 25},
                 {"total_relation", "exact"},
                 {"total_fewer_words", 358}};
  CHECK(totals_of(search) == "25 articles with both words, 358 more with only some");
  search["query"]["understood"] = "flash AND attention AND kernel";
  search["total_relation"] = "at_least";
  CHECK(totals_of(search) == "at least 25 articles with all words, 358 more with only some");
  search["total_fewer_words"] = 0;
  CHECK(totals_of(search) == "at least 25 articles");
  search["left_out"] = 19;
  CHECK(totals_of(search) == "at least 25 articles, 19 of them left out");
}
