// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/answers/scoring.h"

#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/opensearch/matching/match_query.h"
#include "shared/search/rank/language_boost.h"
#include "shared/search/rank/ranking_parameters.h"
#include "shared/text/query_language.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace trawl::opensearch {
namespace {

constexpr double kPairBoost = 0.25;
/// Higher than any score of words.
constexpr double kFirstPlace = 100;
constexpr double kOfLanguage = 0.15;
constexpr int kHalfLife = 60 * 86'400; // seconds, as the decay of `exp` is 0.5 unless given

Json boosted(std::string_view field, const std::string& term, double boost) {
  return {{"term", {{std::string(field), {{"value", term}, {"boost", boost}}}}}};
}

Json constant(Json query, double boost) {
  return {{"constant_score", {{"filter", std::move(query)}, {"boost", boost}}}};
}

std::vector<Json> scoring_clauses(const search::RankTerms& terms) {
  const search::RankingParameters weights;
  std::vector<Json> out;
  for (const search::RankTerm& stem : terms.stems) {
    out.push_back(boosted(field::kStems, stem.text, stem.occurrences));
    out.push_back(boosted(field::kTitleStems, stem.text, stem.occurrences * weights.title));
    if (stem.may_be_name) out.push_back(boosted(field::kAuthorWords, stem.word, stem.occurrences * weights.authors));
  }
  for (const search::RankTerm& word : terms.exact)
    out.push_back(boosted(field::kWords, word.text, word.occurrences * weights.exact));
  for (const search::RankTerm& stem : terms.synonyms)
    out.push_back(boosted(field::kStems, stem.text, stem.occurrences * weights.synonyms));
  for (const auto& [left, right] : terms.pairs) {
    out.push_back(phrase_query(field::kStems, {left, right}));
    out.back()["match_phrase"][std::string(field::kStems)]["boost"] = kPairBoost;
  }
  return out;
}

/// The articles in the language that is preferred, which may be every one in Latin letters.
Json of_language(const search::PreferredLanguage& preferred) {
  if (!preferred.any_latin) return term_query("language", preferred.language);
  const auto others = text::languages_in_other_letters();
  return all_query(
      {{{"exists", {{"field", "language"}}}}, not_query(terms_query("language", {others.begin(), others.end()}))});
}

/// With the bonuses for articles in the preferred language and for new ones: shares of the score.
Json with_bonuses(Json query, const PlannedSearch& planned, Moment now) {
  Json functions = {{{"filter", everything()}, {"weight", 1}}};
  const search::SearchRequest& request = planned.plan.request;
  const auto preferred =
      search::preferred_language(request.lang_boost, request.reader_language, planned.plan.query.plain_words);
  if (!preferred.is_none()) functions.push_back({{"filter", of_language(preferred)}, {"weight", kOfLanguage}});
  if (const double recency = std::min(request.recency, 1.0); recency > 0) {
    const std::string published(field::kPublished);
    const Json decay = {{published, {{"origin", now.time_since_epoch().count()}, {"scale", kHalfLife}}}};
    functions.push_back({{"filter", {{"exists", {{"field", published}}}}}, {"exp", decay}, {"weight", recency}});
  }
  if (functions.size() == 1) return query;
  return {
      {"function_score", {{"query", std::move(query)}, {"functions", std::move(functions)}, {"score_mode", "sum"}}}};
}

} // namespace

Json scored_query(const PlannedSearch& planned, Json match, Moment now) {
  const search::RankPlan& rank = planned.plan.rank;
  if (!planned.plan.query.has_words) return Json{{"bool", {{"filter", {std::move(match)}}}}};
  Json words = {{"bool", {{"filter", {std::move(match)}}, {"should", scoring_clauses(rank.terms)}}}};
  // Each of what comes first is worth more than all later ones and the words together.
  std::vector<Json> first;
  double boost = kFirstPlace;
  if (rank.preferred) first.push_back(constant(match_query(*rank.preferred), boost));
  for (const search::PlannedFirstPlace& place : rank.first_places | std::views::reverse)
    first.push_back(constant(match_query(*place.match), boost *= 2));
  return {{"bool", {{"must", {with_bonuses(std::move(words), planned, now)}}, {"should", std::move(first)}}}};
}

} // namespace trawl::opensearch
