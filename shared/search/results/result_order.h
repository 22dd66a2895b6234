// SPDX-License-Identifier: GPL-3.0-or-later
/// The order of a result: by relevance or by a column, with hits grouped by source if the request asks for it.
#pragma once

#include "shared/search/match/doc_set.h"
#include "shared/search/match/matcher.h"
#include "shared/search/plan/query_plan.h"
#include "shared/search/rank/ranking.h"
#include "shared/search/request.h"
#include "shared/search/results/cached_rankings.h"
#include "shared/search/results/grouping.h"
#include "shared/search/snapshot.h"

#include <cstddef>
#include <vector>

namespace trawl::search {

/// A result that is to be ordered, and the request it answers. Borrows everything.
struct ResultQuery {
  const SearchRequest& request;
  const QueryPlan& plan;
  const Snapshot& snapshot;
  Matcher& matcher;
  const DocSet& result;
  std::size_t total = 0; ///< documents in `result`
  bool is_exact = true;  ///< false if documents are missing in `result` because time ran out
  SortOrder order = SortOrder::Relevance;
  Moment now{};

  const index::Columns& columns() const { return snapshot.columns(); }
  bool by_relevance() const { return order == SortOrder::Relevance; }
};

/// How the request groups hits by source.
SourceGrouping grouping_of(const SearchRequest& request);

/// The best `count` documents of `within` by relevance, with their scores. Timeout.
Result<std::vector<RankedDocument>> rank_within(const ResultQuery& query, const DocSet& within, std::size_t count);

/// The order of the result from its beginning, of at least `count` documents if there are as many; with grouping, of
/// one more. Timeout.
Result<CachedRanking> order_result(const ResultQuery& query, std::size_t count);

/// `known`, followed by the rest of the result as it is now, up to at least `count` documents. Without a commit in
/// between, the same as a longer order from the beginning. Timeout.
Result<CachedRanking> extend_order(const ResultQuery& query, const CachedRanking& known, std::size_t count);

} // namespace trawl::search
