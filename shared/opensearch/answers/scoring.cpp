// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/answers/scoring.h"

#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/opensearch/matching/match_query.h"
#include "shared/search/rank/ranking_parameters.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <utility>

namespace trawl::opensearch {
namespace {

/// Tuned on judged queries, like the values in ranking_parameters.h.
constexpr double kPairBoost = 0.25, kLeadBoost = 0.35;
/// Positions up to here cover the title, the gap after it, and some forty words of the text.
constexpr int kLeadEnd = 160;
/// Higher than any score of words.
constexpr double kFirstPlace = 100;
constexpr double kLanguageFactor = 1.15;
constexpr int kHalfLife = 60 * 86'400; // seconds

/// The scoring clauses of one query.
class ScoringClauses {
 public:
  explicit ScoringClauses(const MatchedRequest& matched) : matched_(matched) {}

  std::vector<Json> run() {
    const search::RankTerms& terms = matched_.plan.rank.terms;
    const search::RankingParameters weights;
    for (const auto& [stem, count, word, may_be_name] : terms.stems) {
      add("stem", field::kStems, stem, count);
      add("title", field::kTitleStems, stem, count * weights.title * matched_.title_factors.at(stem));
      if (may_be_name) add("author", field::kAuthorWords, word, count * weights.authors);
      add_lead(stem, count * kLeadBoost);
    }
    const auto add_all = [&](const char* part, std::string_view in, const std::vector<search::RankTerm>& some,
                             double weight) {
      for (const search::RankTerm& term : some) add(part, in, term.text, term.occurrences * weight);
    };
    add_all("exact", field::kWords, terms.exact, weights.exact);
    add_all("variant", field::kStems, terms.variants, weights.variants);
    add_all("synonym", field::kStems, terms.synonyms, weights.synonyms);
    for (const auto& [left, right] : terms.pairs) add_pair(left + " " + right);
    for (const std::string& prefix : terms.prefixes) add_prefix(prefix, weights.variants);
    return std::move(out_);
  }

 private:
  void add(const char* part, std::string_view in, const std::string& term, double boost) {
    out_.push_back(
        {{"term", {{std::string(in), {{"value", term}, {"boost", boost}, {"_name", part + (":" + term)}}}}}});
  }

  void add_lead(const std::string& stem, double boost) {
    const Json first = {{"match", {{"span_term", {{std::string(field::kStems), stem}}}}},
                        {"end", kLeadEnd},
                        {"boost", boost},
                        {"_name", "lead:" + stem}};
    out_.push_back({{"span_first", first}});
  }

  void add_pair(const std::string& pair) {
    out_.push_back(
        {{"match_phrase",
          {{std::string(field::kStems),
            {{"query", pair}, {"analyzer", "whitespace"}, {"boost", kPairBoost}, {"_name", "pairs:" + pair}}}}}});
  }

  void add_prefix(const std::string& prefix, double boost) {
    out_.push_back(
        {{"prefix",
          {{std::string(field::kWords),
            {{"value", prefix}, {"boost", boost}, {"rewrite", "top_terms_100"}, {"_name", "prefix:" + prefix}}}}}});
  }

  const MatchedRequest& matched_;
  std::vector<Json> out_;
};

Json constant(Json query, double boost, const std::string& name) {
  return {{"constant_score", {{"filter", std::move(query)}, {"boost", boost}, {"_name", name}}}};
}

/// Adds the clauses that rank before all others. Each is worth more than all later ones and the words together.
void add_first_places(const search::RankPlan& plan, double boost, std::vector<Json>& out) {
  for (const search::PlannedFirstPlace& place : plan.first_places | std::views::reverse) {
    out.push_back(constant(match_query(*place.match), boost, place.name + ":" + place.reason));
    boost *= 2;
  }
}

/// Every named clause costs time for every hit, so clauses are named only to explain scores.
void remove_names(std::vector<Json>& clauses) {
  for (Json& clause : clauses) {
    Json& body = clause.front();
    body.erase("_name");
    for (Json& part : body) {
      if (part.is_object()) part.erase("_name");
    }
  }
}

/// The factors for articles in the preferred language, and for new ones.
Json with_factors(Json query, const MatchedRequest& matched, Moment now) {
  if (!matched.preferred_languages.empty()) {
    Json functions = {{{"filter", terms_query("language", matched.preferred_languages)}, {"weight", kLanguageFactor}}};
    query = {{"function_score",
              {{"query", std::move(query)}, {"functions", std::move(functions)}, {"boost_mode", "multiply"}}}};
  }
  const search::SearchRequest& request = matched.plan.request;
  if (request.recency > 0) {
    const Json decay = {{std::string(field::kPublished),
                         {{"origin", now.time_since_epoch().count()}, {"scale", kHalfLife}, {"decay", 0.5}}}};
    const Json dated = {{"exists", {{"field", std::string(field::kPublished)}}}};
    Json functions = {{{"filter", everything()}, {"weight", 1}},
                      {{"filter", dated}, {"exp", decay}, {"weight", std::min(request.recency, 1.0)}}};
    query = {{"function_score",
              {{"query", std::move(query)},
               {"functions", std::move(functions)},
               {"score_mode", "sum"},
               {"boost_mode", "multiply"}}}};
  }
  return query;
}

} // namespace

Json scored_query(const MatchedRequest& matched, const Json& match, Moment now) {
  if (!matched.plan.query.has_words) return Json{{"bool", {{"filter", {match}}}}};
  std::vector<Json> should = ScoringClauses(matched).run();
  add_first_places(matched.plan.rank, kFirstPlace, should);
  if (!matched.plan.request.explain) remove_names(should);
  Json scored = {{"bool", {{"filter", {match}}, {"should", std::move(should)}}}};
  scored = with_factors(std::move(scored), matched, now);
  if (!matched.plan.rank.preferred) return scored;
  // Worth more than the words together.
  std::vector<Json> first{constant(match_query(*matched.plan.rank.preferred), kFirstPlace, "most words")};
  if (!matched.plan.request.explain) remove_names(first);
  return {{"bool", {{"must", {std::move(scored)}}, {"should", std::move(first)}}}};
}

std::vector<search::ExplainPart> explanation_of(const Json& named_scores, double score) {
  std::map<std::string, search::ExplainPart> parts;
  double sum = 0;
  if (named_scores.is_object()) {
    for (const auto& [name, value] : named_scores.items()) {
      if (!value.is_number()) continue;
      const std::size_t colon = name.find(':');
      search::ExplainPart& part = parts[name];
      part = {name.substr(0, colon), colon == std::string::npos ? "" : name.substr(colon + 1), value.get<double>()};
      sum += part.weight;
    }
  }
  std::vector<search::ExplainPart> out;
  for (auto& [name, part] : parts) {
    if (part.weight != 0) out.push_back(std::move(part));
  }
  std::ranges::stable_sort(out, [](const auto& a, const auto& b) { return a.weight > b.weight; });
  if (const double rest = score - sum; rest > 1e-4 * std::max(1.0, score)) {
    out.push_back({"bonus", "for the language or the date", rest});
  }
  return out;
}

} // namespace trawl::opensearch
