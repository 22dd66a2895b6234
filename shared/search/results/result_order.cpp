// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/results/result_order.h"

#include "shared/search/results/sort.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace trawl::search {
namespace {

/// An order is extended by at least this many documents, because the whole result is ranked each time.
constexpr std::size_t kMinExtension = 200;
/// Of a result that is to be grouped, this many times as many documents are ranked as are wanted; if these are too few,
/// this many times as many again.
constexpr std::size_t kFirstGrouped = 4;

/// The first `count` documents of the result, without grouping; scores only by relevance.
Result<std::vector<RankedDocument>> first_documents(const ResultQuery& query, std::size_t count) {
  if (query.by_relevance()) return rank_within(query, query.result, count);
  std::vector<RankedDocument> out;
  for (const std::uint32_t document : first_sorted(query.columns(), query.result, query.order, count)) {
    out.push_back({document, 0, {}});
  }
  return out;
}

std::vector<std::uint32_t> documents_of(const std::vector<RankedDocument>& ranked) {
  std::vector<std::uint32_t> documents;
  documents.reserve(ranked.size());
  for (const RankedDocument& one : ranked) documents.push_back(one.document);
  return documents;
}

/// An order of `documents`, some of those that were `ranked`, with their scores.
CachedRanking ranking_of(const ResultQuery& query, const std::vector<std::uint32_t>& documents,
                         std::vector<RankedDocument> ranked) {
  CachedRanking out;
  out.ids.reserve(documents.size());
  const auto& ids = query.columns().id;
  for (const std::uint32_t document : documents) out.ids.push_back(ids[document]);
  out.documents = documents;
  if (!query.by_relevance()) return out;
  std::unordered_map<std::uint32_t, double> scores;
  for (RankedDocument& one : ranked) {
    scores[one.document] = one.score;
    if (one.by_meaning) out.by_meaning.insert(ids[one.document]);
    if (!one.explain.empty()) out.explain[ids[one.document]] = std::move(one.explain);
  }
  out.scores.reserve(documents.size());
  for (const std::uint32_t document : documents) out.scores.push_back(static_cast<float>(scores[document]));
  return out;
}

/// The order that follows from the first `length` documents of the result: the beginning of the whole, grouped.
/// `counts`: of the result's sources, if it is grouped.
Result<CachedRanking> order_of_first(const ResultQuery& query, const SourceCounts* counts, std::size_t length) {
  TRAWL_TRY(auto ranked, first_documents(query, length));
  const bool is_complete = ranked.size() == query.total;
  const std::vector<std::uint32_t> documents = group_by_source(
      query.columns(), documents_of(ranked), grouping_of(query.request), is_complete ? nullptr : counts);
  CachedRanking ranking = ranking_of(query, documents, std::move(ranked));
  ranking.is_complete = is_complete;
  return ranking;
}

} // namespace

SourceGrouping grouping_of(const SearchRequest& request) {
  const bool is_default = request.group_by_source && request.per_source == 0;
  return {is_default ? kDefaultGroupSize : request.per_source, request.group_by_source};
}

Result<std::vector<RankedDocument>> rank_within(const ResultQuery& query, const DocSet& within, std::size_t count) {
  const SearchRequest& asked = query.request;
  // Among articles of one language there is nothing to prefer.
  const index::ValueColumn* languages = query.columns().column("language");
  const bool has_choice = languages != nullptr && languages->values.size() > 1;
  const RankRequest request{
      count,
      asked.explain,
      asked.recency,
      query.now,
      has_choice ? preferred_language(asked.lang_boost, asked.reader_language, query.plan.query.plain_words)
                 : PreferredLanguage{},
      asked.meaning};
  return rank(query.plan.rank, query.matcher, within, request);
}

Result<CachedRanking> order_result(const ResultQuery& query, std::size_t count) {
  const SourceGrouping grouping = grouping_of(query.request);
  if (grouping.none()) return order_of_first(query, nullptr, count);
  // It is not known in advance how many documents must be ranked so that `count` are left after grouping.
  const SourceCounts counts = count_by_source(query.columns(), query.result);
  for (std::size_t length = kFirstGrouped * std::max(count, RankingParameters{}.depth);; length *= kFirstGrouped) {
    TRAWL_TRY(CachedRanking ranking, order_of_first(query, &counts, std::min(length, query.total)));
    // One more than asked for says that there is a next window.
    if (ranking.is_complete || ranking.ids.size() > count) return ranking;
  }
}

Result<CachedRanking> extend_order(const ResultQuery& query, const CachedRanking& known, std::size_t count) {
  const std::unordered_set<std::uint64_t> known_ids(known.ids.begin(), known.ids.end());
  const std::size_t extension = std::max({count - known.ids.size(), known.ids.size(), kMinExtension});
  const std::size_t length = known.ids.size() + extension;
  TRAWL_TRY(auto ranked, first_documents(query, length));
  CachedRanking out = known;
  out.is_complete = ranked.size() < length;
  std::erase_if(ranked, [&](const auto& one) { return known_ids.contains(query.columns().id[one.document]); });
  const std::vector<std::uint32_t> documents = documents_of(ranked);
  CachedRanking rest = ranking_of(query, documents, std::move(ranked));
  out.ids.insert(out.ids.end(), rest.ids.begin(), rest.ids.end());
  out.documents.insert(out.documents.end(), rest.documents.begin(), rest.documents.end());
  out.scores.insert(out.scores.end(), rest.scores.begin(), rest.scores.end());
  out.explain.merge(rest.explain);
  out.by_meaning.merge(rest.by_meaning);
  return out;
}

} // namespace trawl::search
