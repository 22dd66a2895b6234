// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/search_engine.h"
#include "shared/search/match/matched_set.h"
#include "shared/search/plan/corrections.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace corrected_search_test {

using namespace trawl;
using namespace trawl::search;
using trawl::test::must;

namespace {

const Moment kNow{std::chrono::seconds(1'776'772'800)};

/// Thirty articles about models, three of them about attention.
std::vector<Article> articles() {
  std::vector<Article> out;
  for (std::size_t i = 0; i < 30; ++i) {
    Article one = trawl::test::article(i);
    one.title = "On models";
    one.text = i < 3 ? "attention in models" : "models";
    out.push_back(one);
  }
  return out;
}

struct Searcher {
  trawl::test::TestIndex index{articles()};
  SearchEngine engine = must(SearchEngine::open(index.data()));

  SearchResponse operator()(SearchRequest request) { return must(engine.search(request, kNow)); }
  SearchResponse operator()(const std::string& q) {
    SearchRequest request;
    request.q = q;
    return (*this)(request);
  }
};

} // namespace

TEST_CASE("corrected search: a typo is corrected at once if no article has all words as typed", "[search]") {
  Searcher search;
  const SearchResponse response = search("attenton models");
  REQUIRE(response.correction);
  CHECK(response.correction->q == "attention models");
  CHECK(response.correction->typed_total == 30); // those with one of the words
  CHECK(response.q == "attenton models");
  CHECK(response.understood == "(attention AND models)");
  CHECK(response.total == 3);
  CHECK_FALSE(response.did_you_mean);
}

TEST_CASE("corrected search: what was typed is searched if asked for, and the correction offered", "[search]") {
  Searcher search;
  SearchRequest request;
  request.q = "attenton models";
  request.as_typed = true;
  const SearchResponse response = search(request);
  CHECK_FALSE(response.correction);
  CHECK(response.understood == "(attenton AND models)");
  CHECK(response.total == 0);
  REQUIRE(response.did_you_mean);
  CHECK(response.did_you_mean->q == "attention models");
}

TEST_CASE("corrected search: a query that some article answers is never replaced", "[search]") {
  Searcher search;
  for (const char* q :
       {"attention models", "models", "attention -models", "modles OR models", "zzzzz", "\"in models\""}) {
    CAPTURE(q);
    CHECK_FALSE(search(q).correction);
  }
}

TEST_CASE("corrected search: another word for one that articles have is offered, and never searched unasked",
          "[search]") {
  std::vector<Article> articles;
  for (std::size_t i = 0; i < 60; ++i) {
    Article one = trawl::test::article(i);
    one.title = "On a subject";
    one.text = i < 59 ? "image classification" : "classifcation alone";
    articles.push_back(one);
  }
  trawl::test::TestIndex index{articles};
  SearchEngine engine = must(SearchEngine::open(index.data()));
  SearchRequest request;
  request.q = "image classifcation";
  const SearchResponse response = must(engine.search(request, kNow));
  CHECK(response.total == 0);
  CHECK_FALSE(response.correction);
  REQUIRE(response.did_you_mean);
  CHECK(response.did_you_mean->q == "image classification");
}

TEST_CASE("corrected search: the pages of a corrected query continue each other", "[search]") {
  Searcher search;
  SearchRequest request;
  request.q = "modles";
  request.limit = 20;
  const SearchResponse first = search(request);
  REQUIRE(first.correction);
  REQUIRE_FALSE(first.next.empty());
  request.cursor = first.next;
  const SearchResponse second = search(request);
  CHECK(second.hits.size() == 10);
  CHECK(second.correction);
}

TEST_CASE("corrected search: spelling is doubted only while fewer than ten articles have all words", "[search]") {
  std::vector<Article> rare_and_frequent;
  for (std::size_t i = 0; i < 1'010; ++i) {
    Article one = trawl::test::article(i);
    one.title = "On a subject";
    one.text = i < 10 ? "modals" : "models";
    rare_and_frequent.push_back(one);
  }
  SearchRequest request;
  request.q = "modals";
  for (const std::size_t fewer : {0U, 1U}) {
    const std::vector<Article> some(rare_and_frequent.begin() + static_cast<std::ptrdiff_t>(fewer),
                                    rare_and_frequent.end());
    trawl::test::TestIndex index{some};
    SearchEngine engine = must(SearchEngine::open(index.data()));
    const SearchResponse response = must(engine.search(request, kNow));
    CHECK(response.total == 10 - fewer);
    CHECK(response.did_you_mean.has_value() == (fewer > 0));
  }
}

TEST_CASE("corrected search: if the other spelling cannot be answered in time, the answer is that of what was typed",
          "[search]") {
  MatchedSet typed, found;
  typed.plan.request.q = "attenton models";
  typed.total_fewer_words = 30;
  found.plan.request.q = "attention models";
  found.total = 3;
  const auto too_late = fail(ErrorCode::Timeout, "the query took too long");
  const MatchedSet answer = better_spelling(std::move(typed), too_late, false);
  CHECK(answer.request().q == "attenton models");
  CHECK(answer.total_fewer_words == 30);
  CHECK_FALSE(answer.correction);
  CHECK_FALSE(answer.did_you_mean);
  CHECK(better_spelling(MatchedSet{}, std::move(found), false).correction);
}

} // namespace corrected_search_test
