// SPDX-License-Identifier: GPL-3.0-or-later
/// Terms over time: every number is the total of a search.
#include "shared/api/engine/trends.h"

#include "shared/api/engine/live_engine.h"
#include "shared/api/request/search_request.h"
#include "shared/query/date_filter.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <algorithm>
#include <numeric>
#include <random>

#include <catch2/catch.hpp>

namespace trends_test {

using namespace trawl;
using namespace trawl::api;
using test::must;

namespace {

const Moment kNow = parse_rfc3339("2026-04-21T12:34:56Z")->time;

std::vector<Article> library() {
  std::mt19937 random(7);
  std::vector<Article> articles;
  for (std::size_t i = 0; i < 300; ++i) articles.push_back(test::random_article(i, random));
  return articles;
}

TrendsRequest asked(const Parameters& parameters) {
  auto request = read_trends_request(parameters, kNow);
  REQUIRE(request);
  return *request;
}

std::size_t total_of(Engine& engine, const Trend& trend, const std::string& source, const std::string& interval,
                     const query::DateRange& dates = {}) {
  search::SearchRequest request;
  request.q = trend.q;
  request.as_typed = true;
  request.filters.dates = dates;
  if (!interval.empty()) request.filters.dates = query::intersection(dates, *query::parse_period(interval, kNow));
  if (!source.empty()) request.filters.fields["source"].any_of = {source};
  return must(engine.search(request, kNow)).total;
}

void check_against_searches(Engine& engine, const Trends& trends, const TrendGroup& group,
                            const query::DateRange& dates = {}) {
  std::vector<Trend> all = group.queries;
  all.push_back(group.all);
  for (const Trend& trend : all) {
    CAPTURE(trend.q, group.source);
    REQUIRE(trend.counts.size() == trends.intervals.size());
    for (std::size_t i = 0; i < trends.intervals.size(); ++i) {
      CAPTURE(trends.intervals[i]);
      CHECK(trend.counts[i] == total_of(engine, trend, group.source, trends.intervals[i], dates));
    }
    CHECK(trend.total == total_of(engine, trend, group.source, "", dates));
    CHECK(trend.total == std::accumulate(trend.counts.begin(), trend.counts.end(), trend.missing));
  }
}

} // namespace

TEST_CASE("trends: each count of each interval is the total of a search for it, everywhere and by source", "[api]") {
  const test::TestIndex index(library());
  LiveEngine engine(index.data());
  for (const char* interval : {"week", "month", "year", "auto"}) {
    CAPTURE(interval);
    const Trends trends = must(find_trends(engine,
                                           asked({{"q", "word3"},
                                                  {"q", "word1 word2"},
                                                  {"q", "word4 source:source-2"},
                                                  {"q", "word5 after:2025"},
                                                  {"q", "worrd3"},
                                                  {"date_interval", interval},
                                                  {"by", "source"}}),
                                           kNow));
    CHECK_FALSE(trends.is_rising);
    CHECK(trends.everywhere.queries.size() == 5);
    CHECK(trends.everywhere.queries.back().total == 0); // nothing is corrected
    CHECK(trends.everywhere.all.total == 300);
    CHECK(trends.everywhere.all.missing > 0);
    CHECK(trends.sources.size() == 6);
    CHECK(std::ranges::is_sorted(trends.intervals));
    check_against_searches(engine, trends, trends.everywhere);
    if (interval == std::string("year"))
      for (const TrendGroup& source : trends.sources) check_against_searches(engine, trends, source);
  }
}

TEST_CASE("trends: filters apply to the queries and to all articles alike", "[api]") {
  const test::TestIndex index(library());
  LiveEngine engine(index.data());
  const Trends trends = must(find_trends(engine,
                                         asked({{"q", "word3"},
                                                {"source", "source-1,source-2"},
                                                {"after", "2024-03-10"},
                                                {"before", "2025-03-10"},
                                                {"date_interval", "month"},
                                                {"by", "source"}}),
                                         kNow));
  CHECK(trends.intervals.front() == "2024-03");
  CHECK(trends.intervals.back() <= "2025-03");
  REQUIRE(trends.sources.size() == 2);
  const query::DateRange dates = query::intersection(*query::parse_date_filter("after", "2024-03-10", kNow),
                                                     *query::parse_date_filter("before", "2025-03-10", kNow));
  for (const TrendGroup& source : trends.sources) check_against_searches(engine, trends, source, dates);
  CHECK(trends.everywhere.all.total < 300);
}

TEST_CASE("trends: if all articles span too many weeks, every query is counted by month", "[api]") {
  std::vector<Article> articles = library();
  articles.front().published = parse_rfc3339("1980-01-01");
  const test::TestIndex index(articles);
  LiveEngine engine(index.data());
  const Trends trends = must(find_trends(engine, asked({{"q", "word3"}, {"date_interval", "week"}}), kNow));
  CHECK(trends.interval == search::DateInterval::Month);
  REQUIRE(trends.warnings.size() == 1);
  CHECK(trends.warnings.front().code == "coarser_interval");
  CHECK(trends.intervals.front() == "1980-01");
  check_against_searches(engine, trends, trends.everywhere);
}

TEST_CASE("trends: without queries they are of what rises: here tags, of which there are more in the last year",
          "[api]") {
  std::vector<Article> articles;
  for (std::size_t i = 0; i < 40; ++i) {
    Article made = test::article(i);
    made.published = parse_rfc3339(i < 20 ? "2024-05-01" : "2026-03-01");
    made.tags = {i < 20 ? "old" : "new", "usual"};
    articles.push_back(made);
  }
  const test::TestIndex index(articles);
  LiveEngine engine(index.data());
  const Trends trends = must(find_trends(engine, asked({{"date_interval", "year"}}), kNow));
  CHECK(trends.is_rising);
  REQUIRE(trends.everywhere.queries.size() == 1);
  CHECK(trends.everywhere.queries.front().q == "tag:new");
  CHECK(trends.everywhere.queries.front().counts == std::vector<std::size_t>{0, 0, 20});
}

TEST_CASE("trends: what cannot be read is named", "[api]") {
  Parameters many;
  for (int i = 0; i <= 20; ++i) many.push_back({"q", "word" + std::to_string(i)});
  for (const auto& [parameters, name] : {std::pair{many, "q"},
                                         {Parameters{{"q", "a"}, {"by", "tag"}}, "by"},
                                         {Parameters{{"q", "a"}, {"date_interval", "hour"}}, "date_interval"},
                                         {Parameters{{"q", "a"}, {"facet_limit", "1"}}, "facet_limit"},
                                         {Parameters{{"q", "a"}, {"limit", "3"}}, "limit"}}) {
    CAPTURE(name);
    const auto request = read_trends_request(parameters, kNow);
    REQUIRE_FALSE(request);
    CHECK(request.error().errors.front().parameter == name);
  }
  CHECK(asked({{"q", "a,b"}, {"q", "a,b"}, {"q", ""}, {"q", "-c"}}).queries == std::vector<std::string>{"a,b", "-c"});
}

} // namespace trends_test
