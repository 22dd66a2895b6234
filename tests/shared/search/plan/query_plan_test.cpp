// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/query_plan.h"

#include "tests/shared/search/plan/made_statistics.h"

#include <string>

#include <catch2/catch.hpp>

namespace query_plan_test {

using namespace trawl;
using namespace trawl::search;
using trawl::search::test::MadeStatistics;

namespace {

QueryPlan plan_of(const std::string& q, MadeStatistics statistics = {}, MatchMode mode = MatchMode::Most) {
  SearchRequest request;
  request.q = q;
  request.match = mode;
  return plan_request(request, statistics, Moment{}).value();
}

std::string match_of(const std::string& q, MadeStatistics statistics = {}, MatchMode mode = MatchMode::Most) {
  return print(*plan_of(q, std::move(statistics), mode).match);
}

const std::string kFlash = "(stem:flash OR (author-word:flash OR tag-word:flash))",
                  kAttention = "(stem:attent OR (author-word:attent OR tag-word:attent))";

} // namespace

TEST_CASE("query plan: a word is looked for by its stem, in texts, names of authors and tags", "[plan]") {
  CHECK(match_of("attention") == kAttention);
  CHECK(match_of("title:attention") == "title-stem:attent");
  CHECK(match_of("+attention") == "word:attention");
  CHECK(match_of("atten*") == "word:atten*");
  CHECK(match_of("") == "everything");
  CHECK(match_of("???") == "nothing");
}

TEST_CASE("query plan: of two words both are required if a page of articles has them, else any", "[plan]") {
  const std::string both = "(" + kFlash + " AND " + kAttention + ")";
  MadeStatistics statistics;
  statistics.matches[both] = kFullPage;
  CHECK(match_of("flash attention", statistics) == both);
  --statistics.matches[both];
  const QueryPlan fewer = plan_of("flash attention", statistics);
  CHECK(print(*fewer.match) == "(" + kFlash + " OR " + kAttention + ")");
  CHECK(print(*fewer.all_words) == both);
  CHECK(query::has_warning(fewer.warnings, "fewer_words"));
  CHECK(match_of("flash attention", {}, MatchMode::All) == both);
  CHECK(match_of("flash attention", statistics, MatchMode::Any) == print(*fewer.match));
}

TEST_CASE("query plan: stop words are not required beside other words", "[plan]") {
  CHECK(match_of("the attention") == kAttention);
  CHECK(match_of("the of").contains("stem:the"));
}

TEST_CASE("query plan: two words that the index has as one are found as one, and one as two", "[plan]") {
  MadeStatistics statistics;
  statistics.terms = {{"flashattention", 3}, {"flash", 5}, {"attention", 9}};
  CHECK(match_of("flash attention", statistics, MatchMode::All) ==
        "((stem:flash OR (author-word:flash OR tag-word:flash) OR stem:flashattent) AND "
        "(stem:attent OR (author-word:attent OR tag-word:attent) OR stem:flashattent))");
  CHECK(match_of("flashattention", statistics).contains("(stem:flashattent OR \"stem:flash stem:attent\")"));
}

TEST_CASE("query plan: of a phrase that no article has, the words are looked for", "[plan]") {
  const QueryPlan relaxed = plan_of("\"flash attention\"");
  CHECK(relaxed.has_words_of_phrases);
  CHECK(print(*relaxed.match) == "(" + kFlash + " OR " + kAttention + ")");
  MadeStatistics statistics;
  const std::string phrase = print(*plan_of("\"flash attention\"", {}, MatchMode::All).match);
  CHECK(phrase.starts_with("(\"stem:flash stem:attent\" OR author#"));
  statistics.matches[phrase] = 1;
  CHECK(match_of("\"flash attention\"", statistics) == phrase);
}

TEST_CASE("query plan: operators, filters and dates are parts of it", "[plan]") {
  CHECK(match_of("(flash OR attention) -memory", {}, MatchMode::All) ==
        "((" + kFlash + " OR " + kAttention + ") AND NOT (stem:memori OR (author-word:memori OR tag-word:memori)))");
  CHECK(match_of("flash NEAR/3 attention") == "NEAR/3(stem:flash stem:attent)");
  CHECK(match_of("is:long OR is:undated") == "(is:(long) OR is:(undated))");
  const QueryPlan filtered = plan_of("attention source:pytorch tag:gpu");
  CHECK(print(*filtered.match) == kAttention);
  CHECK(filtered.filters.fields.size() == 2);
}

TEST_CASE("query plan: the same query over the same statistics gives the same plan", "[plan]") {
  MadeStatistics statistics;
  statistics.terms = {{"flash", 5}, {"attention", 9}};
  for (const char* q : {"flash attention", "k-means of a b c d", "\"a b\"~4 c", "title:(a OR b) -c"}) {
    CAPTURE(q);
    CHECK(explain_plan(plan_of(q, statistics)) == explain_plan(plan_of(q, statistics)));
  }
}

TEST_CASE("query plan: what the whole query names comes first", "[plan]") {
  MadeStatistics statistics;
  statistics.terms["torch.compile"] = 2;
  const QueryPlan plan = plan_of("torch.compile", statistics);
  REQUIRE(plan.rank.first_places.size() == 1);
  CHECK(plan.rank.first_places.front().name == "as typed");
  CHECK(plan_of("torch.compile").rank.first_places.empty());
}

} // namespace query_plan_test
