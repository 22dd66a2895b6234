// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/matching/scoring.h"

#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/opensearch/matching/query_words.h"
#include "shared/search/rank/language_boost.h"
#include "shared/search/rank/ranking_parameters.h"
#include "shared/text/query_language.h"
#include "shared/text/stopwords.h"
#include "shared/text/synonyms.h"
#include "shared/text/tokenizer.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace trawl::opensearch {
namespace {

using query::NodeKind;
using query::QueryTree;
using search::QueryUnit;
using search::QueryWord;

/// Measured with benchmarks on judged queries, as those of ranking_parameters.h.
constexpr double kPairBoost = 0.25, kLeadBoost = 0.35;
/// Positions up to here are the title, the gap after it, and some forty words of the text.
constexpr int kLeadEnd = 160;
/// Above any score of words: a whole title comes first.
constexpr double kWholeTitle = 400, kAsTyped = 200, kWholeName = 100;
constexpr double kLanguageFactor = 1.15;
constexpr int kHalfLifeDays = 60;

struct ScoringToken {
  QueryWord word;
  bool is_apart = false; ///< the word before it is not its neighbour
};

/// The scoring clauses of one query.
class ScoringClauses {
 public:
  explicit ScoringClauses(QueryWords& words) : words_(words) {}

  std::vector<Json> run(const QueryTree& tree) {
    walk(tree);
    const bool only_stop_words =
        std::ranges::all_of(tokens_, [](const ScoringToken& token) { return token.word.is_stop_word; });
    for (ScoringToken& token : tokens_) token.word.is_stop_word = token.word.is_stop_word && !only_stop_words;
    for (const ScoringToken& token : tokens_) {
      if (!token.word.is_stop_word) add_word(token.word);
    }
    add_pairs();
    add_synonyms();
    for (const auto& [place, boost] : boosts_) {
      add(place.first, place.second, boost);
    }
    return std::move(out_);
  }

 private:
  using Parameters = search::RankingParameters;

  // The recursion is as deep as the parser lets a tree be.
  void walk(const QueryTree& node) {
    switch (node.kind) {
    case NodeKind::Nothing:
    case NodeKind::Not:
      break;
    case NodeKind::Word:
    case NodeKind::Exact: {
      QueryTree word = node;
      word.kind = NodeKind::Word;
      QueryUnit unit = words_.unit(word);
      if (!unit.fused.empty()) boost("variant", unit.fused_stem, parameters_.variants);
      for (QueryWord& one : unit.words) {
        tokens_.push_back({std::move(one), is_apart_});
        is_apart_ = false;
      }
      break;
    }
    case NodeKind::Prefix:
      add_prefix(text::fold(node.text));
      is_apart_ = true;
      break;
    case NodeKind::Field:
      if (node.field == "title") walk(node.children.front());
      is_apart_ = true;
      break;
    default: // nodes that combine others
      for (const QueryTree& child : node.children) {
        if (!(node.implicit || node.kind == NodeKind::Phrase)) is_apart_ = true;
        walk(child);
      }
    }
  }

  void add_word(const QueryWord& word) {
    boost("stem", word.stem, 1);
    boost("title", word.stem, parameters_.title * words_.title_factor(word.stem));
    boost("author", word.stem, parameters_.authors);
    boost("lead", word.stem, kLeadBoost);
    boost("exact", word.folded, parameters_.exact);
    for (const std::string& stem : word.foreign) boost("variant", stem, parameters_.variants);
    const bool is_number = std::ranges::all_of(word.folded, [](char c) { return c >= '0' && c <= '9'; });
    if (is_number || word.split.empty()) return; // minor versions are found, but do not say which one is meant
    const auto share = parameters_.variants / static_cast<double>(word.split.front().size());
    for (const std::string& stem : word.split.front()) boost("variant", stem, share);
  }

  void add_pairs() {
    std::set<std::string> seen;
    for (std::size_t i = 1; i < tokens_.size(); ++i) {
      const QueryWord& left = tokens_[i - 1].word;
      const QueryWord& right = tokens_[i].word;
      if (tokens_[i].is_apart || left.is_stop_word || right.is_stop_word || left.stem == right.stem) continue;
      const std::string pair = left.stem + " " + right.stem;
      if (!seen.insert(pair).second) continue;
      out_.push_back(
          {{"match_phrase",
            {{std::string(field::kStems),
              {{"query", pair}, {"analyzer", "whitespace"}, {"boost", kPairBoost}, {"_name", "pairs:" + pair}}}}}});
      const std::string joined = words_.joined({.words = {left}}, {.words = {right}});
      if (!joined.empty()) boost("variant", joined, parameters_.variants);
    }
  }

  void add_synonyms() {
    std::vector<std::string> stems;
    for (const ScoringToken& token : tokens_) {
      if (token.is_apart) stems.emplace_back(); // no name continues here
      if (!token.word.is_stop_word) stems.push_back(token.word.stem);
    }
    for (const text::Synonyms& found : text::synonyms_among(stems)) {
      for (const auto& name : found.others) {
        for (const std::string& stem : name) {
          if (!text::is_stop_word(stem))
            boost("synonym", stem, parameters_.synonyms / static_cast<double>(name.size()));
        }
      }
    }
  }

  void add_prefix(const std::string& prefix) {
    out_.push_back({{"prefix",
                     {{std::string(field::kWords),
                       {{"value", prefix},
                        {"boost", parameters_.variants},
                        {"rewrite", "top_terms_100"},
                        {"_name", "prefix:" + prefix}}}}}});
  }

  void boost(const char* part, const std::string& term, double boost) { boosts_[{part, term}] += boost; }

  void add(const std::string& part, const std::string& term, double boost) {
    const std::string name = part + ":" + term;
    if (part == "lead") {
      const Json first = {{"match", {{"span_term", {{std::string(field::kStems), term}}}}},
                          {"end", kLeadEnd},
                          {"boost", boost},
                          {"_name", name}};
      out_.push_back({{"span_first", first}});
      return;
    }
    const std::string_view in = part == "title"    ? field::kTitleStems
                                : part == "author" ? field::kAuthorStems
                                : part == "exact"  ? field::kWords
                                                   : field::kStems;
    out_.push_back({{"term", {{std::string(in), {{"value", term}, {"boost", boost}, {"_name", name}}}}}});
  }

  QueryWords& words_;
  const Parameters parameters_;
  std::vector<ScoringToken> tokens_;
  bool is_apart_ = false;
  std::map<std::pair<std::string, std::string>, double> boosts_; ///< by part and term
  std::vector<Json> out_;
};

/// The words of a query without operators but quotes; false if it has others.
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

/// What ranks before all else: the title, the name or the author is what was typed.
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

/// Every name costs time for every hit, so clauses have names only to explain scores.
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
  // Where every article gets the bonus, none does.
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
  std::vector<Json> should = ScoringClauses(words).run(query.tree);
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
