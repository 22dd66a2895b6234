// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/totals.h"

#include "shared/base/json.h"

#include <catch2/catch.hpp>

using namespace trawl::api;
using Json = nlohmann::ordered_json;

TEST_CASE("totals: a number says what it counts", "[api]") {
  CHECK(counted(0, {}) == "0 articles");
  CHECK(counted(1, {1, 0, 0}) == "1 article");
  CHECK(counted(1, {0, 1, 0}) == "1 entry");
  CHECK(counted(2, {0, 0, 2}) == "2 digests");
  CHECK(counted(3282, {708, 2568, 6}) == "3282 hits (708 articles, 2568 entries, 6 digests)");
  CHECK(counted(3282, {708, 2568, 6}, true) == "3,282 hits (708 articles, 2,568 entries, 6 digests)");
  CHECK(counted(12, {}) == "12 articles"); // an older daemon's answer has no kinds
}

TEST_CASE("totals: those with all words stand apart from those with only some", "[api]") {
  Json search = {{"query", {{"understood", "flash AND attention"}}},
                 {"total", 25},
                 {"total_relation", "exact"},
                 {"total_fewer_words", 358},
                 {"kinds", {{"article", 25}, {"entry", 0}, {"digest", 0}}}};
  CHECK(totals_of(search) == "25 articles with both words, 358 more with only some");
  search["kinds"] = {{"article", 5}, {"entry", 20}, {"digest", 0}};
  CHECK(totals_of(search) == "25 hits (5 articles, 20 entries) with both words, 358 more with only some");
  search["query"]["understood"] = "flash AND attention AND kernel";
  search["total_relation"] = "at_least";
  CHECK(totals_of(search) == "at least 25 hits (5 articles, 20 entries) with all words, 358 more with only some");
  search["total_fewer_words"] = 0;
  CHECK(totals_of(search) == "at least 25 hits (5 articles, 20 entries)");
}

TEST_CASE("totals: the kinds that there are, as a part of a sentence", "[api]") {
  CHECK(kinds_text({1'200, 0, 0}) == "1,200 articles");
  CHECK(kinds_text({1, 20, 0}) == "1 article and 20 entries");
  CHECK(kinds_text({5, 20, 1}) == "5 articles, 20 entries and 1 digest");
}
