// SPDX-License-Identifier: GPL-3.0-or-later
/// Answers that lack something because time ran out, and what is answered after them: nothing of an incomplete answer
/// may stay behind in what queries share.
#include "shared/search/answer/search_engine.h"
#include "tests/shared/search/asked_twin.h"
#include "tests/support/articles.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace cut_answers_test {

using namespace trawl;
using namespace trawl::search;
using namespace trawl::search::test;
using trawl::test::must;

namespace {

/// The ids of the hits from a cursor on, window by window.
std::vector<std::string> all_hits(Asked& asked, SearchRequest request, std::string cursor) {
  request.limit = 100;
  std::vector<std::string> ids;
  do {
    request.cursor = std::move(cursor);
    SearchResponse response = asked.ask(request);
    REQUIRE(response.is_exact);
    for (const Hit& hit : response.hits) ids.push_back(hit.article.id);
    cursor = std::move(response.next);
  } while (!cursor.empty());
  return ids;
}

/// Queries with steps that may stay incomplete: phrases, words near each other, beginnings of words.
SearchRequest request_of(Random& random) {
  const auto word = [&] { return word_of(static_cast<Number>(1 + random.below(12))); };
  SearchRequest request;
  switch (random.below(4)) {
  case 0:
    request.q = "\"" + word() + " " + word() + "\"";
    break;
  case 1:
    request.q = word() + " NEAR/5 " + word();
    break;
  case 2:
    request.q = "\"" + word() + " " + word() + "\" " + word();
    break;
  default:
    request.q = "wa* " + word();
    break;
  }
  request.match = random.pick(std::vector{MatchMode::Most, MatchMode::All, MatchMode::Any});
  if (random.one_in(4)) request.filters = random_filters(random);
  if (random.one_in(4)) request.sort = SortOrder::Newest;
  if (random.one_in(3)) request.group_by_source = true;
  request.limit = 1 + random.below(30);
  request.facets = {"tag"};
  request.snippets = 0;
  request.lang_boost = "none";
  return request;
}

} // namespace

TEST_CASE("cut answers: an answer cut by time changes no later answer", "[search]") {
  Random random(19);
  Twin twin;
  const std::vector<NaiveArticle> all = articles(random);
  fill(twin, all, false);
  Asked shared(twin);
  std::size_t cut = 0, cut_on_page_two = 0;
  for (int i = 0; i < 80; ++i) {
    SearchRequest request = request_of(random);
    CAPTURE(i, request.q, request.limit, request.group_by_source);
    Asked fresh(twin);
    const SearchResponse expected = fresh.ask(request);
    REQUIRE(expected.is_exact);

    cut += shared.ask_cut(request).is_exact ? 0 : 1;
    const SearchResponse first = shared.ask(request);
    CHECK(text_of(first) == text_of(expected));
    if (first.next.empty() || expected.next.empty()) continue;

    SearchRequest expected_next = request;
    expected_next.cursor = expected.next;
    request.cursor = first.next;
    cut_on_page_two += shared.ask_cut(request).is_exact ? 0 : 1;
    CHECK(text_of(shared.ask(request)) == text_of(fresh.ask(expected_next)));
  }
  CHECK(cut > 30);
  CHECK(cut_on_page_two > 10);
}

TEST_CASE("cut answers: behind a window cut by time, the whole result goes on after its last hit", "[search]") {
  Random random(20);
  Twin twin;
  fill(twin, articles(random), true);
  std::size_t cut = 0;
  for (int i = 0; i < 60; ++i) {
    SearchRequest request = request_of(random);
    request.group_by_source = false; // which hits of a source are shown depends on all of them
    CAPTURE(i, request.q);
    Asked asked(twin);
    const SearchResponse first = asked.ask_cut(request);
    if (first.is_exact || first.next.empty()) continue;
    Asked fresh(twin);
    const SearchResponse expected = fresh.ask(request);
    if (expected.total + expected.total_fewer_words > 2'000) continue; // many windows
    const std::vector<std::string> whole = all_hits(fresh, request, {});
    ++cut;
    if (i % 2 == 0) asked.ask(request); // by another reader, in time
    const auto last = std::ranges::find(whole, first.hits.back().article.id);
    REQUIRE(last != whole.end());
    CHECK(all_hits(asked, request, first.next) == std::vector<std::string>(last + 1, whole.end()));
  }
  CHECK(cut > 5);
}

TEST_CASE("cut answers: what a word's other spellings and names found before time ran out is not remembered",
          "[search]") {
  Twin twin;
  std::vector<Article> articles;
  for (std::size_t i = 0; i < 900; ++i) {
    Article one = trawl::test::article(i);
    one.text = i % 2 == 0 ? "the fine tuning of group relative policy optimization" : "finetuning or fine or tuning";
    if (i < 30) one.text += " and grpo";
    articles.push_back(std::move(one));
  }
  for (const Article& one : articles) must(twin.index.writer().put(one));
  twin.commit();
  for (const char* q : {"finetuning", "grpo"}) {
    CAPTURE(q);
    SearchRequest request;
    request.q = q;
    const SearchResponse expected = Asked(twin).ask(request);
    REQUIRE(expected.total > 450);
    Asked shared(twin);
    CHECK_FALSE(shared.ask_cut(request).is_exact);
    CHECK(text_of(shared.ask(request)) == text_of(expected));
  }
}

TEST_CASE("cut answers: when the spelling that was meant is not found in time, the answer says so", "[search]") {
  trawl::test::TestIndex index;
  std::vector<Article> articles;
  for (std::size_t i = 0; i < 400; ++i) {
    Article one = trawl::test::article(i);
    one.text = i < 397 ? "a gradient of what is a descent" : "gradient descent";
    articles.push_back(std::move(one));
  }
  index.add(articles);
  const Snapshot snapshot = must(make_snapshot(index.reader()));
  SearchRequest request;
  request.q = "\"gradient decsent\"~2";
  request.match = MatchMode::All;
  Deadline deadline{std::chrono::steady_clock::now() + std::chrono::hours(1)};
  const SearchResponse whole = must(answer(request, snapshot, kTwinNow, deadline));
  CHECK(whole.correction);
  CHECK(whole.total == 3);
  CHECK(whole.is_exact);
  CHECK(whole.warnings.empty());

  deadline.soft_limit = {};
  const Snapshot unasked = must(make_snapshot(index.reader())); // the other one knows the documents of the phrase
  const SearchResponse cut = must(answer(request, unasked, kTwinNow, deadline));
  CHECK_FALSE(cut.correction);
  CHECK_FALSE(cut.is_exact);
  REQUIRE(cut.warnings.size() == 1);
  CHECK(cut.warnings.front().code == "spelling_cut");
}

TEST_CASE("cut answers: suggestions, related articles and trends say when time ran out", "[search]") {
  Random random(21);
  Twin twin;
  const std::vector<NaiveArticle> some = articles(random);
  fill(twin, some, true);
  const auto longest =
      std::ranges::max_element(some, {}, [](const NaiveArticle& one) { return one.article.text.size(); });
  std::atomic<bool> is_over = false;
  SearchEngine engine = must(SearchEngine::open(twin.index.data(), nullptr, &is_over));
  const auto suggested = [&] { return must(engine.suggest("wa", 5)).warnings; };
  const auto related = [&] { return must(engine.related(longest->article.id, 3)).warnings; };
  const auto trending = [&] { return must(engine.trending(std::chrono::hours{24 * 90}, 3, kTwinNow)).warnings; };
  const auto is_cut = [](const std::vector<Warning>& warnings) {
    return std::ranges::find(warnings, "time_cut", &Warning::code) != warnings.end();
  };
  CHECK_FALSE((is_cut(suggested()) || is_cut(related()) || is_cut(trending())));
  is_over = true;
  CHECK(is_cut(suggested()));
  CHECK(is_cut(related()));
  CHECK(is_cut(trending()));
}

} // namespace cut_answers_test
