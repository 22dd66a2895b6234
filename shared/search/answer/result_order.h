// SPDX-License-Identifier: GPL-3.0-or-later
/// The order of a result: by relevance or by a column, with hits grouped by source if the request asks for it. Scores
/// change with every commit, as the statistics of the index do; so all windows of one search are cut from the same
/// cached ranking, and each article comes once. The ranking of a result that lacks documents because time ran out, or
/// damage was met, is not cached, and that of a damaged index is not used for a whole one: the next window is cut from
/// a ranking of the whole result.
#pragma once

#include "shared/search/answer/cached_rankings.h"
#include "shared/search/answer/grouping.h"
#include "shared/search/match/matched_set.h"
#include "shared/search/rank/ranking.h"
#include "shared/search/request.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace trawl::search {

/// The order of a result as far as it is known, and where the window that is asked for begins in it.
struct ResultOrder {
  std::shared_ptr<const CachedRanking> ranking; ///< long enough for the request's limit
  std::uint64_t id = 0;                         ///< of the ranking, for cursors; 0 if it is not cached
  std::size_t begin = 0;                        ///< of the window, in the ranking
  std::size_t offset = 0;                       ///< hits before the window
};

/// Orders a result from the request's offset or cursor on: ranks it, or continues what was ranked before. Usage
/// ("bad-cursor…"), Timeout.
Result<ResultOrder> order_result(const MatchedSet& matched, CachedRankings& rankings);

/// How the request groups hits by source.
SourceGrouping grouping_of(const SearchRequest& request);

/// What is asked of ranking for the best `count` documents.
RankRequest rank_request(const MatchedSet& matched, std::size_t count);

} // namespace trawl::search
