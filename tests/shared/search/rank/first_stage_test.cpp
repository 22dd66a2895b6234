// SPDX-License-Identifier: GPL-3.0-or-later
/// The first stage stops scoring all documents once only some can still be among the best (MaxScore). Here its choice
/// is compared with that of scoring every document by every term.
#include "shared/search/rank/first_stage.h"

#include "shared/search/match/posting_cursor.h"
#include "shared/search/rank/ranking_parameters.h"
#include "tests/shared/search/small_index.h"

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::search;
using trawl::search::test::SmallIndex;

namespace {

/// Words by how many documents have them, one in …
const std::vector<std::pair<std::string, unsigned>> kWords{
    {"gem", 400}, {"rare", 60}, {"seldom", 12}, {"often", 3}, {"common", 1}};

SmallIndex random_index(std::mt19937& random, std::size_t count) {
  std::vector<trawl::search::test::SmallArticle> articles(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (const auto& [word, one_in] : kWords) {
      if (random() % one_in != 0) continue;
      for (auto times = 1 + random() % 3; times > 0; --times) articles[i].text += word + " ";
    }
    for (auto words = random() % 6; words > 0; --words) articles[i].text += "filler ";
    if (random() % 20 == 0) articles[i].title = "rare title";
    articles[i].published = static_cast<std::int64_t>(random() % 5);
    articles[i].id = 1'000'000 - i;
  }
  return SmallIndex(articles);
}

struct Scoring {
  RankingParameters parameters;
  ScoringContext context;
  std::vector<ScoredTerm> terms;

  Scoring(const std::string& q, const IndexView& view) : context(scoring_context(view, parameters)) {
    Budget budget(SmallIndex::never());
    const auto query = query::parse_query(q, Moment{});
    terms = scored_terms(trawl::search::test::rank_terms_of(query, view), view, context, parameters, budget);
  }
};

/// The score of every document, in double precision.
std::vector<double> slow_scores(const Scoring& scoring, const IndexView& view) {
  std::vector<double> scores(view.columns.last_document + 1);
  for (const ScoredTerm& term : scoring.terms) {
    const TermScorer scorer(term, view.columns, scoring.context);
    PostingCursor cursor(*term.postings);
    for (std::uint32_t document = 1; document < scores.size(); ++document) {
      if (const auto tf = cursor.tf(document); tf > 0) scores[document] += scorer.score(tf, document);
    }
  }
  return scores;
}

void check_best(const IndexView& view, const std::string& q, const DocSet& within, std::size_t count,
                const Recency& recency) {
  CAPTURE(q, count);
  const Scoring scoring(q, view);
  Budget budget(SmallIndex::never());
  FirstStage stage(view, scoring.terms, scoring.context, recency, budget);
  const std::vector<FirstScore> best = stage.best(within, within.count(), count);
  std::vector<double> truth = slow_scores(scoring, view);
  for (std::uint32_t document = 1; document < truth.size(); ++document) {
    truth[document] *= recency.factor(view.columns.published()[document]);
  }
  std::vector<double> in_order;
  within.for_each([&](std::uint32_t document) { in_order.push_back(truth[document]); });
  std::ranges::sort(in_order, std::greater());
  REQUIRE(best.size() == std::min(count, in_order.size()));
  for (std::size_t i = 0; i < best.size(); ++i) {
    const auto [document, score] = best[i];
    REQUIRE(within.contains(document));
    REQUIRE(truth[document] == Approx(in_order[i]).epsilon(1e-4));
    REQUIRE(score == Approx(truth[document]).epsilon(1e-4));
    if (i == 0) continue;
    REQUIRE(ranks_before(view.columns, best[i - 1].score, best[i - 1].document, score, document));
  }
}

} // namespace

TEST_CASE("first stage: its best documents are those that scoring everything gives", "[rank]") {
  std::mt19937 random(181);
  SmallIndex index = random_index(random, 4'000);
  const IndexView view = index.view();
  const Recency off(0, Moment{});
  for (const char* q : {"gem common", "gem often common", "rare often common", "gem rare seldom often common",
                        "rare title common", "common", "nowhere", "filler common often"}) {
    for (const unsigned one_in : {1U, 4U, 200U}) {
      DocSet within(view.columns.last_document);
      for (std::uint32_t document = 1; document <= view.columns.last_document; ++document) {
        if (random() % one_in == 0) within.add(document);
      }
      CAPTURE(one_in);
      for (const std::size_t count : {1U, 5U, 60U, 5'000U}) check_best(view, q, within, count, off);
    }
  }
}

TEST_CASE("first stage: the bonus for new articles is part of the choice", "[rank]") {
  std::mt19937 random(182);
  SmallIndex index = random_index(random, 1'500);
  const Recency on(1, Moment{std::chrono::seconds(3)});
  const DocSet all(index.view().columns.live());
  for (const std::size_t count : {1U, 60U}) check_best(index.view(), "gem rare common", all, count, on);
}

TEST_CASE("first stage: nothing asked for, or nothing to choose from, is nothing", "[rank]") {
  std::mt19937 random(183);
  SmallIndex index = random_index(random, 100);
  const Recency off(0, Moment{});
  check_best(index.view(), "common", DocSet(index.view().columns.live()), 0, off);
  check_best(index.view(), "common", DocSet(index.view().columns.last_document), 10, off);
}
