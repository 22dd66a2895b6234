// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/term_scoring.h"

#include "shared/search/rank/ranking_parameters.h"
#include "tests/shared/search/small_index.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace term_scoring_test {

using namespace trawl;
using namespace trawl::search;
using trawl::search::test::SmallIndex;

namespace {

std::vector<ScoredTerm> terms_of(SmallIndex& index, const std::string& q) {
  const RankingParameters parameters;
  const ScoringContext context = scoring_context(index.view(), parameters);
  Budget budget(SmallIndex::never());
  const auto query = query::parse_query(q, Moment{});
  return scored_terms(trawl::search::test::rank_terms_of(query, index.view()), index.view(), context, parameters,
                      budget);
}

const ScoredTerm& term_named(const std::vector<ScoredTerm>& terms, const std::string& term) {
  const auto found = std::ranges::find(terms, term, &ScoredTerm::term);
  REQUIRE(found != terms.end());
  return *found;
}

} // namespace

TEST_CASE("bm25: the figures of the formula", "[rank]") {
  CHECK(inverse_document_frequency(10, 1) == Approx(std::log(1 + 9.5 / 1.5)));
  CHECK(inverse_document_frequency(10, 10) == Approx(std::log(1 + 0.5 / 10.5)));
  CHECK(inverse_document_frequency(0, 0) == Approx(std::log(2.0)));
  CHECK(saturation(0, 1.2, 1) == 0);
  CHECK(saturation(2, 1.2, 1) == Approx(2.2 * 2 / 3));
  CHECK(LengthNorm(1.2, 0.75, 100).of(100) == Approx(1.2)); // a text of average length: k1
  CHECK(LengthNorm(1.2, 0.75, 100).of(0) == Approx(0.3));
  CHECK(LengthNorm(1.2, 0, 100).of(1'000'000) == Approx(1.2)); // b = 0: lengths do not count
  CHECK(LengthNorm(1.2, 0.75, 0).of(50) == Approx(0.3));       // an index without words
}

TEST_CASE("bm25: more occurrences score more, longer texts less, and never more than k1 + 1", "[rank]") {
  std::mt19937 random(191);
  for (int round = 0; round < 1'000; ++round) {
    const double k1 = 0.1 + static_cast<double>(random() % 30) / 10, b = static_cast<double>(random() % 11) / 10;
    const LengthNorm norm(k1, b, 1 + static_cast<double>(random() % 500));
    const auto words = static_cast<std::uint32_t>(1 + random() % 2'000);
    const double tf = 1 + static_cast<double>(random() % 100);
    CAPTURE(round, k1, b, words, tf);
    REQUIRE(saturation(tf + 1, k1, norm.of(words)) > saturation(tf, k1, norm.of(words)));
    REQUIRE(saturation(tf, k1, norm.of(words + 1)) <= saturation(tf, k1, norm.of(words)));
    REQUIRE(saturation(tf, k1, norm.of(words)) <= k1 + 1);
  }
}

TEST_CASE("term scoring: the terms of a query that the index has, heaviest first", "[rank]") {
  SmallIndex index({{"Flash kernels", "flash flash attention"}, {"", "attention"}, {"", "attention memory"}});
  const auto terms = terms_of(index, "flash attention nowhere");
  for (const ScoredTerm& term : terms) CHECK(term.df > 0);
  CHECK(std::ranges::is_sorted(terms, std::greater(), &ScoredTerm::weight));
  const ScoredTerm& stem = term_named(terms, "Zflash");
  const ScoredTerm& title = term_named(terms, "SZflash");
  CHECK(stem.df == 1);
  CHECK(stem.idf == Approx(inverse_document_frequency(3, 1)));
  CHECK(stem.weight == Approx(stem.idf));
  CHECK(title.part == ScorePart::Title);
  CHECK(title.idf == Approx(stem.idf)); // that of the stem, wherever it occurs
  CHECK(term_named(terms, "flash").weight == Approx(RankingParameters{}.exact * stem.idf));
  CHECK(term_named(terms, "Zattent").weight < stem.weight);
  CHECK(std::ranges::find(terms, "SZattent", &ScoredTerm::term) == terms.end());
}

TEST_CASE("term scoring: a word twice in the query weighs twice", "[rank]") {
  SmallIndex index({{"", "flash attention"}, {"", "memory"}});
  const double once = term_named(terms_of(index, "flash memory"), "Zflash").weight;
  CHECK(term_named(terms_of(index, "flash memory flash"), "Zflash").weight == Approx(2 * once));
}

TEST_CASE("term scoring: a title is normalised by the length of titles, a stem by that of texts", "[rank]") {
  SmallIndex index({{"flash", "one two three four five six"}, {"flash and more words here", "one"}});
  const ScoringContext context = scoring_context(index.view(), {});
  const auto terms = terms_of(index, "flash");
  const TermScorer title(term_named(terms, "SZflash"), index.view().columns, context);
  const TermScorer stem(term_named(terms, "Zflash"), index.view().columns, context);
  CHECK(title.score(1, 1) > title.score(1, 2)); // the shorter title
  CHECK(stem.score(1, 1) < stem.score(1, 2));   // the longer text
}

} // namespace term_scoring_test
