// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/answers/planned_search.h"

#include "shared/base/utf8.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/opensearch/matching/cluster_vocabulary.h"
#include "shared/query/lexer.h"
#include "shared/search/plan/known_values.h"
#include "shared/search/plan/near_words.h"
#include "shared/search/plan/node_match.h"
#include "shared/search/rank/language_boost.h"
#include "shared/text/query_language.h"
#include "shared/text/tokenizer.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace trawl::opensearch {
namespace {

constexpr std::size_t kMostRespelt = 20;

/// The languages whose articles get a bonus. If every article would get it, none needs it.
std::vector<std::string> preferred_languages(const search::SearchRequest& request, const query::ParsedQuery& query,
                                             search::TermStatistics& statistics) {
  const auto preferred = search::preferred_language(request.lang_boost, request.reader_language, query.plain_words);
  if (preferred.is_none()) return {};
  std::vector<std::string> languages;
  bool has_others = false;
  statistics.for_each_value("language", search::everything(), [&](std::string_view language, std::size_t) {
    const bool is_preferred =
        preferred.any_latin ? text::is_written_in_latin(language) : language == preferred.language;
    if (is_preferred) languages.emplace_back(language);
    has_others = has_others || !is_preferred;
  });
  if (!has_others) languages.clear();
  return languages;
}

/// The words of a query, with their places in it, that may be misspelt: not those after a plus or a minus.
std::vector<text::Token> words_to_respell(const std::string& q) {
  namespace operators = query::operators;
  std::vector<text::Token> words;
  if (!utf8::is_valid(q)) return words;
  bool is_fixed = false;
  for (const query::Lexeme& lexeme : query::lex_query(q)) {
    const bool is_typed = !is_fixed && (lexeme.is_word() || lexeme.is(operators::kPhrase));
    is_fixed = lexeme.is(operators::kExact) || lexeme.is(operators::kNot);
    if (!is_typed) continue;
    for (text::Token& token : text::tokenize(std::string_view(q).substr(lexeme.begin, lexeme.end - lexeme.begin))) {
      if (token.kind != text::TokenKind::Word || !search::has_near_words(token.folded)) continue;
      token.begin += lexeme.begin;
      token.end += lexeme.begin;
      words.push_back(std::move(token));
    }
  }
  if (words.size() > kMostRespelt) words.clear(); // nobody typed that
  return words;
}

} // namespace

Result<PlannedSearch> plan_search(const search::SearchRequest& request, const Session& session, Moment now,
                                  bool found_nothing) {
  ClusterVocabulary statistics(session, request.parsed(now).plain_words, found_nothing);
  PlannedSearch out;
  TRAWL_TRY(out.plan, search::plan_request(request, statistics, now));
  out.filters = search::matches_of_filters(out.plan.filters);
  out.preferred_languages = preferred_languages(request, out.plan.query, statistics);
  out.marks = search::highlight_terms(
      out.plan.query.tree, {out.plan.words->languages(), out.plan.words.get(), out.plan.has_words_of_phrases});
  out.warnings = out.plan.warnings;
  std::ranges::move(search::unknown_values(out.plan.filters, statistics), std::back_inserter(out.warnings));
  TRAWL_CHECK(statistics.state());
  out.plan.words = nullptr; // borrows the statistics
  return out;
}

Result<std::optional<std::string>> respelt(const std::string& q, const Session& session) {
  const std::vector<text::Token> words = words_to_respell(q);
  if (words.empty()) return std::nullopt;
  Json body = {{"size", 0}, {"track_total_hits", false}};
  Json& known = body["aggs"]["known"]["filters"]["filters"] = Json::array();
  for (std::size_t i = 0; i < words.size(); ++i) {
    known.push_back(term_query(field::kWords, words[i].folded));
    body["suggest"][std::to_string(i)] = {
        {"text", words[i].folded},
        {"term", {{"field", std::string(field::kWords)}, {"analyzer", "keyword"}, {"min_word_length", 3}}}};
  }
  TRAWL_TRY(const Json answer, session.search(body));
  std::string out;
  std::size_t copied = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Json& near = buckets_of(answer, "/suggest/" + std::to_string(i) + "/0/options");
    const bool is_known = number_at(answer, "/aggregations/known/buckets/" + std::to_string(i) + "/doc_count") > 0;
    if (is_known || near.empty()) continue;
    out.append(q, copied, words[i].begin - copied).append(near.front().value("text", words[i].folded));
    copied = words[i].end;
  }
  if (copied == 0) return std::nullopt;
  return out.append(q, copied);
}

} // namespace trawl::opensearch
