// SPDX-License-Identifier: GPL-3.0-or-later
/// Requests share what their words and phrases were looked up for. No answer may depend on what was asked
/// before: each is compared with that of a snapshot that was never asked.
#include "tests/shared/search/asked_twin.h"

#include <algorithm>
#include <chrono>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace asked_before_test {

using namespace trawl;
using namespace trawl::search;
using namespace trawl::search::test;

namespace {

std::vector<std::string> queries(Random& random) {
  std::vector<std::string> out{""};
  for (int i = 0; i < 6; ++i) out.push_back(random_query(random).text());
  const auto word = [&](Number number) { return word_of(number); };
  out.push_back(word(3) + word(5));                       // perhaps two words
  out.push_back("\"" + word(1) + " " + word(2) + "\"");   // frequent ones
  out.push_back("\"" + word(1) + " " + word(2) + "\"~3"); // the same further apart
  out.push_back(word(1) + " " + word(2));
  out.push_back("+" + word(1) + " " + word(2));
  out.push_back(word(1) + "-" + word(2));
  out.push_back(word(7).substr(0, 4) + "* " + word(1));
  out.push_back(word(7).substr(0, 3) + "* " + word(1));
  out.push_back(word(9) + "x " + word(2)); // misspelt
  return out;
}

/// One of a few queries with some of a few parameters: many requests differ in one of them only.
SearchRequest similar_request(const std::vector<std::string>& queries, Random& random) {
  SearchRequest request;
  request.q = random.pick(queries);
  request.match = random.pick(std::vector{MatchMode::Most, MatchMode::Most, MatchMode::All, MatchMode::Any});
  request.limit = random.pick(std::vector{1, 10, 10, 60, 100});
  request.offset = random.pick(std::vector{0, 0, 0, 10, 70});
  request.explain = random.one_in(4);
  request.as_typed = random.one_in(4);
  if (random.one_in(4)) request.group_by_source = true;
  if (random.one_in(5)) request.per_source = 2;
  if (random.one_in(4)) request.recency = .5;
  if (random.one_in(3)) request.lang_boost = random.pick(std::vector<std::string>{"none", "en", "ko"});
  if (random.one_in(6)) request.reader_language = "zh";
  if (random.one_in(5)) request.filters.fields["category"].any_of = {"research"};
  if (random.one_in(5)) request.filters.fields["source"].none_of = {"s1"};
  if (random.one_in(6)) request.filters.dates.after = parse_rfc3339("2024-05-01T12:00:00Z")->time;
  if (random.one_in(6)) request.sort = random.pick(std::vector{SortOrder::Newest, SortOrder::Source});
  request.facets = {"tag"};
  return request;
}

} // namespace

TEST_CASE("asked before: no answer depends on what was asked before it", "[search]") {
  const unsigned seed = 23;
  Random random(seed);
  Twin twin;
  const std::vector<NaiveArticle> all = articles(random);
  fill(twin, all, false);
  remove_some(twin, all, random);
  Asked shared(twin);
  const std::vector<std::string> words = queries(random);
  for (int i = 0; i < 200; ++i) {
    SearchRequest request = similar_request(words, random);
    const Moment now = kTwinNow + std::chrono::hours(24 * random.below(2));
    CAPTURE(seed, i, request.q, request.limit, request.offset, request.explain, request.recency, request.lang_boost);
    const SearchResponse expected = Asked(twin).ask(request, now), found = shared.ask(request, now);
    REQUIRE(text_of(found) == text_of(expected));
    if (found.next.empty() || !random.one_in(2)) continue;
    SearchRequest next = request;
    next.offset = request.offset + expected.hits.size();
    Asked fresh(twin);
    const SearchResponse behind = fresh.ask(next, now);
    request.offset = 0;
    request.cursor = found.next;
    REQUIRE(text_of(shared.ask(request, now)) == text_of(behind));
  }
}

} // namespace asked_before_test
