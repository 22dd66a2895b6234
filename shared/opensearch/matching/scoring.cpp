// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/matching/scoring.h"

#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/opensearch/matching/query_words.h"
#include "shared/search/rank/language_boost.h"
#include "shared/search/rank/rank_terms.h"
#include "shared/search/rank/ranking_parameters.h"
#include "shared/text/query_language.h"
#include "shared/text/tokenizer.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <map>
#include <utility>

namespace trawl::opensearch {
namespace {

using query::NodeKind;
using query::QueryTree;
using search::QueryUnit;
using search::QueryWord;

/// Tuned on judged queries, like the values in ranking_parameters.h.
constexpr double kPairBoost = 0.25, kLeadBoost = 0.35;
/// Positions up to here cover the title, the gap after it, and some forty words of the text.
constexpr int kLeadEnd = 160;
/// Higher than any score of words, so that a whole title comes first.
constexpr double kWholeTitle = 400, kAsTyped = 200, kWholeName = 100;
constexpr double kLanguageFactor = 1.15;
constexpr int kHalfLifeDays = 60;

/// The frequencies of the query's words in the cluster, which were counted before.
class CountedVocabulary final : public search::RankVocabulary {
 public:
  explicit CountedVocabulary(QueryWords& words) : words_(words) {}

  QueryUnit unit(const std::string& word) override { return words_.unit(query::leaf(NodeKind::Word, word)); }
  std::vector<std::string> foreign_stems(const std::string& folded) override { return words_.foreign_stems(folded); }
  std::string joined_stem(const QueryWord& left, const QueryWord& right) override {
    return words_.joined({.words = {left}}, {.words = {right}});
  }

 private:
  QueryWords& words_;
};

/// The scoring clauses of one query.
class ScoringClauses {
 public:
  explicit ScoringClauses(QueryWords& words) : words_(words) {}

  std::vector<Json> run(const query::ParsedQuery& query) {
    CountedVocabulary vocabulary(words_);
    const search::RankTerms terms = search::rank_terms(query, vocabulary);
    const search::RankingParameters weights;
    for (const auto& [stem, count, word] : terms.stems) {
      add("stem", field::kStems, stem, count);
      add("title", field::kTitleStems, stem, count * weights.title * words_.title_factor(stem));
      add("author", field::kAuthorStems, stem, count * weights.authors);
      add_lead(stem, count * kLeadBoost);
    }
    for (const auto& [word, count, _] : terms.exact) add("exact", field::kWords, word, count * weights.exact);
    for (const auto& [stem, count, _] : terms.variants) add("variant", field::kStems, stem, count * weights.variants);
    for (const auto& [stem, count, _] : terms.synonyms) add("synonym", field::kStems, stem, count * weights.synonyms);
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

  QueryWords& words_;
  std::vector<Json> out_;
};

/// Reads the words of a query whose only operators are quotes; false if it has others.
bool read_plain(const QueryTree& tree, std::string& words) {
  if (tree.kind == NodeKind::Word) {
    words.append(words.empty() ? "" : " ").append(tree.text);
    return true;
  }
  const bool is_plain = tree.kind == NodeKind::Phrase || (tree.kind == NodeKind::And && tree.implicit);
  return is_plain &&
         std::ranges::all_of(tree.children, [&](const QueryTree& child) { return read_plain(child, words); });
}

Json constant(Json query, double boost, const std::string& name) {
  return {{"constant_score", {{"filter", std::move(query)}, {"boost", boost}, {"_name", name}}}};
}

/// Adds the clauses that rank before all others: the typed text is the whole title, the name or the author.
void add_first_places(const query::ParsedQuery& query, QueryWords& words, std::vector<Json>& out) {
  std::string plain;
  plain = read_plain(query.tree, plain) ? text::plain_words(plain) : std::string();
  std::vector<std::string> titles{query.plain_words};
  if (!plain.empty() && plain != query.plain_words) titles.push_back(plain);
  std::erase(titles, "");
  if (!titles.empty()) out.push_back(constant(terms_query(field::kTitles, titles), kWholeTitle, "whole title:"));
  if (!plain.empty()) out.push_back(constant(term_query(field::kAuthorNames, plain), kWholeName, "whole name:"));
  const bool is_quoted = query.tree.kind == NodeKind::Phrase && query.tree.children.size() == 1;
  const QueryTree& only = is_quoted ? query.tree.children.front() : query.tree;
  if (only.kind != NodeKind::Word) return;
  const std::string name = search::read_unit(only.text, words.stemmer()).compound;
  if (!name.empty()) out.push_back(constant(term_query(field::kWords, name), kAsTyped, "as typed:" + name));
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
Result<Json> with_factors(Json query, const search::SearchRequest& request, Moment now, const Session& session) {
  const auto preferred = search::preferred_language(request.lang_boost, request.reader_language, request.q);
  TRAWL_TRY(const auto* const known, session.values("language"));
  std::vector<std::string> languages;
  for (const KnownValue& one : *known) {
    if (preferred.any_latin ? text::is_written_in_latin(one.key) : one.key == preferred.language)
      languages.push_back(one.key);
  }
  // If every article would get the bonus, none needs it.
  if (!preferred.is_none() && !languages.empty() && languages.size() < known->size()) {
    Json functions = {{{"filter", terms_query("language", languages)}, {"weight", kLanguageFactor}}};
    query = {{"function_score",
              {{"query", std::move(query)}, {"functions", std::move(functions)}, {"boost_mode", "multiply"}}}};
  }
  if (request.recency > 0) {
    const Json decay = {
        {std::string(field::kDate),
         {{"origin", to_rfc3339(now)}, {"scale", std::to_string(kHalfLifeDays) + "d"}, {"decay", 0.5}}}};
    const Json dated = {{"exists", {{"field", std::string(field::kDate)}}}};
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

Result<Json> scored_query(const query::ParsedQuery& query, const Json& match, const search::SearchRequest& request,
                          Moment now, const Session& session) {
  if (!query.has_words) return Json{{"bool", {{"filter", {match}}}}};
  TRAWL_TRY(QueryWords words, QueryWords::look_up({&query.tree}, query.plain_words, session));
  std::vector<Json> should = ScoringClauses(words).run(query);
  add_first_places(query, words, should);
  if (!request.explain) remove_names(should);
  Json scored = {{"bool", {{"filter", {match}}, {"should", std::move(should)}}}};
  return with_factors(std::move(scored), request, now, session);
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
