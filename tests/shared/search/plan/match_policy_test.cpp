// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/match_policy.h"

#include <map>
#include <numeric>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

namespace match_policy_test {

using namespace trawl::search;

namespace {

using Histogram = std::vector<std::size_t>;

std::size_t documents_with(const Histogram& histogram, std::size_t least) {
  return std::accumulate(histogram.begin() + static_cast<std::ptrdiff_t>(least), histogram.end(), std::size_t{0});
}

/// The rule as docs/query-language.md states it.
std::size_t stated_rule(const Histogram& histogram) {
  const std::size_t words = histogram.size() - 1;
  if (words <= 1) return words;
  if (words <= kShortQuery && documents_with(histogram, words) >= kFullPage) return words;
  // As many words as leave enough documents: all but never more than half of a long query's.
  const std::size_t half = words <= kShortQuery ? 1 : words / 2;
  for (std::size_t least = half; least > 1; --least) {
    if (documents_with(histogram, least) >= kEnoughDocuments) return least;
  }
  return 1;
}

} // namespace

TEST_CASE("match policy: all words, any word, or what the number of documents allows", "[match]") {
  struct Row {
    Histogram histogram;
    std::size_t all, any, most;
  };
  const std::vector<Row> rows{
      {{100}, 0, 0, 0},                      // no words
      {{100, 0}, 1, 1, 1},                   // one word, which nothing has
      {{0, 50, 10}, 2, 1, 2},                // a page has both
      {{0, 50, 9}, 2, 1, 1},                 // one document less than a page
      {{0, 0, 50, 10}, 3, 1, 3},             // three words are a short query
      {{0, 0, 900, 9}, 3, 1, 1},             //
      {{0, 0, 0, 0, 900}, 4, 1, 2},          // four are not: half of them
      {{0, 0, 499, 1, 0}, 4, 1, 2},          // with half of them, just enough
      {{0, 0, 499, 0, 0}, 4, 1, 1},          // one document less
      {{0, 0, 600, 0, 0, 0}, 5, 1, 2},       // half of five is two
      {{0, 0, 0, 500, 0, 0, 0, 0}, 7, 1, 3}, //
      {{0, 0, 500, 499, 0, 0, 0, 0}, 7, 1, 2},
  };
  for (const Row& row : rows) {
    CAPTURE(row.histogram);
    CHECK(words_required(row.histogram, MatchMode::All) == row.all);
    CHECK(words_required(row.histogram, MatchMode::Any) == row.any);
    CHECK(words_required(row.histogram, MatchMode::Most) == row.most);
  }
}

TEST_CASE("match policy: for any figures, the number of words is that of the rule as stated", "[match]") {
  std::mt19937 random(111);
  for (int round = 0; round < 3'000; ++round) {
    Histogram histogram(1 + random() % 12);
    const auto most = std::vector<std::size_t>{3, 30, 300, 3'000}[random() % 4];
    for (std::size_t& documents : histogram) documents = random() % 3 == 0 ? 0 : random() % most;
    CAPTURE(round, histogram);
    const std::size_t required = words_required(histogram, MatchMode::Most);
    REQUIRE(required == stated_rule(histogram));
    REQUIRE(required <= words_required(histogram, MatchMode::All));
    REQUIRE(required >= words_required(histogram, MatchMode::Any));
  }
}

TEST_CASE("match policy: a further document with all words never lowers the number of words", "[match]") {
  std::mt19937 random(112);
  for (int round = 0; round < 1'000; ++round) {
    Histogram histogram(2 + random() % 8);
    for (std::size_t& documents : histogram) documents = random() % 300;
    CAPTURE(round, histogram);
    const std::size_t before = words_required(histogram, MatchMode::Most);
    ++histogram.back();
    REQUIRE(words_required(histogram, MatchMode::Most) >= before);
  }
}

TEST_CASE("match policy: the warning counts articles in plain English", "[match]") {
  CHECK(fewer_words(0, 2, 4) == "No article has all 4 words; those with at least 2 of them are listed instead.");
  CHECK(fewer_words(1, 1, 2) == "1 article has both words; those with one of them are listed too.");
  CHECK(fewer_words(9, 1, 3) == "9 articles have all 3 words; those with at least one of them are listed too.");
}

TEST_CASE("match policy: few counts say as much as all of them", "[match]") {
  std::mt19937 random(11);
  for (int round = 0; round < 20'000; ++round) {
    const std::size_t words = 1 + random() % 12;
    Histogram histogram(words + 1);
    for (std::size_t& documents : histogram) documents = random() % 3 == 0 ? 0 : random() % (1u << random() % 11);
    const std::size_t usual = usual_words_required(words);
    std::map<std::size_t, std::size_t> at_least{{words, documents_with(histogram, words)},
                                                {usual, documents_with(histogram, usual)}};
    if (usual < words && at_least[usual] < kEnoughDocuments) {
      for (std::size_t least = 1; least < usual; ++least) at_least[least] = documents_with(histogram, least);
    }
    const Histogram sparse = sparse_histogram(words, at_least);
    REQUIRE(words_required(sparse, MatchMode::Most) == words_required(histogram, MatchMode::Most));
    REQUIRE(sparse.back() == histogram.back());
  }
}

} // namespace match_policy_test
