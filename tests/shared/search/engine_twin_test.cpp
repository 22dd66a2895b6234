// SPDX-License-Identifier: GPL-3.0-or-later
/// Ranking, filters, facets and grouping, which leave out what cannot matter and count in bulk, give what asking every
/// document gives: the same documents, scores, totals and counts. A hundred queries; $TRAWL_TWIN_QUERIES for more.
#include "shared/search/facets/facets.h"
#include "shared/search/match/posting_cursor.h"
#include "shared/search/rank/first_stage.h"
#include "shared/search/rank/ranking.h"
#include "shared/search/rank/ranking_parameters.h"
#include "tests/shared/search/small_index.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace trawl;
using namespace trawl::search;
using trawl::search::test::SmallIndex;

namespace engine_twin_test {

constexpr std::size_t kArticles = 4'300; // more than one window

/// A word: low numbers are far more frequent than high ones.
std::string word(std::mt19937& random) {
  static const char* const kLetters = "bdfghklmnprstv";
  auto number = random() % (1 + random() % (1 + random() % 400));
  std::string out = "wa";
  for (; number > 0; number /= 14) out += std::string(1, kLetters[number % 14]) + "o";
  return out;
}

std::string words(std::mt19937& random, std::size_t count) {
  std::string out;
  for (; count > 0; --count) out += word(random) + " ";
  return out;
}

std::vector<trawl::search::test::SmallArticle> random_articles(std::mt19937& random) {
  std::vector<trawl::search::test::SmallArticle> articles(kArticles);
  for (std::size_t i = 0; i < kArticles; ++i) {
    articles[i].title = words(random, 1 + random() % 4);
    articles[i].text = words(random, 1 + random() % (random() % 10 == 0 ? 120 : 25));
    articles[i].source = "s" + std::to_string(random() % (1 + random() % 40));
    articles[i].published = static_cast<std::int64_t>(random() % 50);
    articles[i].id = 1 + (i * 7'919) % 1'000'003;
  }
  return articles;
}

std::string random_query(std::mt19937& random) {
  std::string q = word(random);
  for (auto more = random() % 5; more > 0; --more) q += (random() % 4 == 0 ? " OR " : " ") + word(random);
  return random() % 8 == 0 ? "\"" + word(random) + " " + word(random) + "\"" : q;
}

/// The score of each document, added up as the first stage does it, without leaving any out.
std::vector<FirstScore> slow_first_stage(const IndexView& view, std::span<const ScoredTerm> terms,
                                         const ScoringContext& context, const DocSet& within, std::size_t count) {
  std::vector<FirstScore> out;
  within.for_each([&](std::uint32_t document) { out.push_back({document, 0}); });
  for (const ScoredTerm& term : terms) {
    const TermScorer scorer(term, view.columns, context);
    PostingCursor cursor(*term.postings);
    for (FirstScore& one : out) {
      if (const auto tf = cursor.tf(one.document); tf > 0)
        one.score += static_cast<float>(scorer.score(tf, one.document));
    }
  }
  std::ranges::sort(out, [&](const FirstScore& a, const FirstScore& b) {
    return ranks_before(view.columns, a.score, a.document, b.score, b.document);
  });
  if (out.size() > count) out.resize(count);
  return out;
}

void check_first_stage(const IndexView& view, const query::ParsedQuery& query, const DocSet& within) {
  const RankingParameters parameters;
  const ScoringContext context = scoring_context(view, parameters);
  Budget budget(SmallIndex::never());
  const std::vector<ScoredTerm> terms =
      scored_terms(trawl::search::test::rank_terms_of(query, view), view, context, parameters, budget);
  const Recency off(0, Moment{});
  for (const std::size_t count : {1U, 60U, 700U}) {
    const auto fast = FirstStage(view, terms, context, off, budget).best(within, within.count(), count);
    const auto slow = slow_first_stage(view, terms, context, within, count);
    REQUIRE(fast.size() == slow.size());
    for (std::size_t i = 0; i < fast.size(); ++i) {
      REQUIRE(fast[i].document == slow[i].document);
      REQUIRE(fast[i].score == slow[i].score);
    }
  }
}

/// The first hits must equal those of the complete order, to the last bit of a score, whatever was skipped because it
/// could not be among them and whatever other queries left in memory.
void check_order(const IndexView& view, const query::ParsedQuery& query, const DocSet& within, double recency) {
  const auto order = [&](const IndexView& asked, std::size_t count) {
    const RankRequest request{count, false, recency, Moment{std::chrono::seconds(40)}, {}};
    return trawl::search::test::rank_query(query, asked, within, request).value();
  };
  const std::vector<RankedDocument> whole = order(IndexView{view.columns}, kArticles);
  for (const std::size_t count : {1U, 10U, 33U}) {
    const std::vector<RankedDocument> first = order(view, count);
    REQUIRE(first.size() == std::min(count, whole.size()));
    for (std::size_t i = 0; i < first.size(); ++i) {
      REQUIRE(first[i].document == whole[i].document);
      REQUIRE(first[i].score == whole[i].score);
    }
  }
}

void check_facet(const IndexView& view, const DocSet& within) {
  const index::ValueColumn& column = view.columns.source();
  std::map<std::string, std::size_t> counts;
  within.for_each([&](std::uint32_t document) {
    for (const std::uint32_t ordinal : column.of(document)) ++counts[std::string(column.values[ordinal])];
  });
  FacetOptions options;
  options.limit = 1'000;
  const Facet facet = count_facet("source", column, within, options);
  REQUIRE(facet.values.size() == counts.size());
  for (const FacetValue& value : facet.values) REQUIRE(counts[value.value] == value.count);
}

} // namespace engine_twin_test

TEST_CASE("engine: what is skipped and counted in bulk changes no document, score or count", "[search]") {
  using namespace engine_twin_test;
  std::mt19937 random(1'812);
  SmallIndex index(random_articles(random));
  const IndexView view = index.view();
  const char* const asked = std::getenv("TRAWL_TWIN_QUERIES");
  for (int left = asked == nullptr ? 100 : std::atoi(asked); left > 0; --left) {
    const std::string q = random_query(random);
    CAPTURE(q);
    const MatchMode mode = left % 3 == 0 ? MatchMode::All : left % 3 == 1 ? MatchMode::Any : MatchMode::Most;
    DocSet within = index.match(q, mode).documents;
    if (left % 5 == 0) { // a filter
      DocSet some(view.columns.last_document);
      within.for_each([&](std::uint32_t document) {
        if (random() % 3 == 0) some.add(document);
      });
      within = std::move(some);
    }
    const query::ParsedQuery query = query::parse_query(q, Moment{});
    check_first_stage(view, query, within);
    check_order(view, query, within, left % 4 == 0 ? 0.5 : 0);
    REQUIRE(trawl::search::test::match_query(query, view, mode, SmallIndex::never())->documents ==
            index.match(q, mode).documents);
    check_facet(view, within);
  }
}
