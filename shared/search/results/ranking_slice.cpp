// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/results/ranking_slice.h"

#include "shared/base/sha256.h"
#include "shared/query/fields.h"
#include "shared/search/results/cursor.h"

#include <algorithm>
#include <utility>

namespace trawl::search {
namespace {

/// Names a ranking by all it was made from that query_hash leaves out: the revisions of index and marks, the order,
/// what moves with the clock (bounds on dates, also inside the query, and the bonus for new articles). Never 0.
std::uint64_t ranking_id(const ResultQuery& query) {
  const IndexState state = query.snapshot.state();
  std::string made_from;
  for (const std::uint64_t number : {state.generation, state.revision, state.identity}) {
    made_from += std::to_string(number) + " ";
  }
  made_from += std::to_string(static_cast<int>(query.order)) + " " + query::date_value(query.plan.filters.dates) + " ";
  if (query.request.marks) made_from += std::to_string(query.request.marks->revision) + " ";
  if (query.by_relevance() && query.request.recency > 0) made_from += to_rfc3339(query.now);
  made_from += " " + query.plan.query.understood;
  return sha256_number(made_from) | 1;
}

/// Where a cursor continues in a ranking that had to be recomputed: after the last hit, if it is still there.
std::size_t position_after(const Cursor& cursor, const CachedRanking& ranking) {
  const auto it = std::ranges::find(ranking.ids, cursor.last.id);
  if (it != ranking.ids.end()) return static_cast<std::size_t>(it - ranking.ids.begin()) + 1;
  return static_cast<std::size_t>(std::min<std::uint64_t>(cursor.offset, ranking.ids.size()));
}

/// A slice of a ranking made now.
RankingSlice slice_of(const ResultQuery& query, CachedRankings::Key key, CachedRanking ranking, std::size_t begin,
                      CachedRankings& rankings) {
  if (query.is_exact) return {rankings.keep(key, std::move(ranking)), key.ranking, begin};
  return {std::make_shared<const CachedRanking>(std::move(ranking)), 0, begin};
}

Result<RankingSlice> first_slice(const ResultQuery& query, CachedRankings::Key key, CachedRankings& rankings) {
  const std::size_t begin = query.request.offset;
  TRAWL_TRY(CachedRanking ranking, order_result(query, begin + query.request.limit));
  return slice_of(query, key, std::move(ranking), begin, rankings);
}

/// The slice of a cursor: in the ranking its first window was cut from, while that is cached.
Result<RankingSlice> next_slice(const ResultQuery& query, CachedRankings::Key key, CachedRankings& rankings) {
  TRAWL_TRY(const Cursor cursor, cursor_of(query.request, query.order));
  if (cursor.ranking != 0) key.ranking = cursor.ranking;
  const auto known = cursor.ranking != 0 ? rankings.find(key) : nullptr;
  if (!known) {
    TRAWL_TRY(CachedRanking ranking, order_result(query, query.total));
    const std::size_t begin = position_after(cursor, ranking);
    return slice_of(query, key, std::move(ranking), begin, rankings);
  }
  const auto begin = static_cast<std::size_t>(cursor.offset);
  const std::size_t end = begin + query.request.limit;
  if (known->is_complete || known->ids.size() > end) return RankingSlice{known, key.ranking, begin};
  const bool is_grouped = !grouping_of(query.request).none();
  TRAWL_TRY(CachedRanking longer, is_grouped ? order_result(query, end) : extend_order(query, *known, end));
  RankingSlice slice = slice_of(query, key, std::move(longer), begin, rankings);
  slice.id = key.ranking; // the next window continues in what is cached
  return slice;
}

} // namespace

Result<RankingSlice> find_slice(const ResultQuery& query, CachedRankings& rankings) {
  const CachedRankings::Key key{query_hash(query.request), ranking_id(query), query.request.explain};
  return query.request.cursor.empty() ? first_slice(query, key, rankings) : next_slice(query, key, rankings);
}

} // namespace trawl::search
