// SPDX-License-Identifier: GPL-3.0-or-later
/// Where a window begins in the ranking it is cut from. Scores change with every commit, as the statistics of the index
/// do; so all windows of one search are cut from the same cached ranking, and each article comes once. The ranking of a
/// result that lacks documents because time ran out, or damage was met, is not cached, and that of a damaged index is
/// not used for a whole one: the next window is cut from a ranking of the whole result.
#pragma once

#include "shared/search/results/cached_rankings.h"
#include "shared/search/results/result_order.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace trawl::search {

struct RankingSlice {
  std::shared_ptr<const CachedRanking> ranking;
  std::uint64_t id = 0;  ///< of the ranking, for cursors; 0 if it is not cached
  std::size_t begin = 0; ///< of the window
};

/// The slice that the request's offset or cursor asks for. The ranking is long enough for the request's limit, made or
/// extended if it is not cached. Usage ("bad-cursor…"), Timeout.
Result<RankingSlice> find_slice(const ResultQuery& query, CachedRankings& rankings);

} // namespace trawl::search
