// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/answers/matched_request.h"

#include "shared/opensearch/matching/cluster_statistics.h"
#include "shared/search/bm25.h"
#include "shared/search/plan/corrections.h"
#include "shared/search/plan/known_values.h"
#include "shared/search/plan/node_match.h"
#include "shared/search/rank/language_boost.h"
#include "shared/text/query_language.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace trawl::opensearch {
namespace {

using search::MatchPtr;
using AssumeMatched = std::function<void(const MatchedRequest& likely)>;

/// The factors for the weights of stems in titles: the cluster weighs a stem by its rarity in titles, the local index
/// by its rarity in articles.
std::map<std::string, double, std::less<>> title_factors(const search::RankTerms& terms,
                                                         search::TermStatistics& statistics) {
  std::map<std::string, double, std::less<>> out;
  const auto articles = static_cast<double>(statistics.articles());
  for (const search::RankTerm& stem : terms.stems) {
    const std::size_t in_articles = statistics.df("Z" + stem.text), in_titles = statistics.df("SZ" + stem.text);
    const auto idf = [&](std::size_t df) {
      return search::inverse_document_frequency(articles, static_cast<double>(df));
    };
    out[stem.text] = in_titles == 0 ? 1 : idf(in_articles) / idf(in_titles);
  }
  return out;
}

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

MatchPtr with_filters(const MatchPtr& match, const MatchedRequest& matched) {
  std::vector<MatchPtr> all{match};
  for (const auto& [field, filter] : matched.filters) all.push_back(filter);
  return match_all(std::move(all));
}

Result<MatchedRequest> plan_once(const search::SearchRequest& request, search::TermStatistics& statistics, Moment now) {
  MatchedRequest out;
  TRAWL_TRY(out.plan, search::plan_request(request, statistics, now));
  out.filters = search::matches_of_filters(out.plan.filters);
  out.total = statistics.count(with_filters(out.plan.match, out));
  if (out.plan.listed != out.plan.match) {
    const std::size_t listed = statistics.count(with_filters(out.plan.listed, out));
    out.total_fewer_words = listed - std::min(listed, out.total);
  }
  out.title_factors = title_factors(out.plan.rank.terms, statistics);
  out.preferred_languages = preferred_languages(request, out.plan.query, statistics);
  out.marks = search::highlight_terms(
      out.plan.query.tree, {out.plan.words->languages(), out.plan.words.get(), out.plan.has_words_of_phrases});
  out.warnings = out.plan.warnings;
  std::ranges::move(search::unknown_values(out.plan.filters, statistics), std::back_inserter(out.warnings));
  return out;
}

Result<MatchedRequest> match_once(const search::SearchRequest& request, const Session& session, Moment now,
                                  const AssumeMatched& assume) {
  return plan_on_cluster(
      session, [&](ClusterStatistics& statistics) { return plan_once(request, statistics, now); }, assume);
}

/// A better spelling of what was typed; nullopt if there is none.
Result<std::optional<search::CorrectedQuery>> corrected_on_cluster(std::string_view q, const Session& session) {
  return plan_on_cluster(
      session,
      [&](ClusterStatistics& statistics) -> Result<std::optional<search::CorrectedQuery>> {
        return search::corrected_query(q, statistics);
      },
      [](const auto&) {});
}

} // namespace

Result<MatchedRequest> match_request(const search::SearchRequest& request, const Session& session, Moment now,
                                     const AssumeMatched& assume) {
  TRAWL_TRY(MatchedRequest typed, match_once(request, session, now, assume));
  if (!search::may_be_misspelt(request, typed.total)) return typed;
  TRAWL_TRY(const auto corrected, corrected_on_cluster(request.q, session));
  if (!corrected || corrected->q == request.q) return typed;
  search::SearchRequest other = request;
  other.q = corrected->q;
  TRAWL_TRY(MatchedRequest found, match_once(other, session, now, [](const auto&) {}));
  return search::better_spelling(std::move(typed), std::move(found), corrected->is_doubtful);
}

} // namespace trawl::opensearch
