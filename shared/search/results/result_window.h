// SPDX-License-Identifier: GPL-3.0-or-later
/// The window of a result that one response shows: from an offset or a cursor, in the request's order, with at most so
/// many hits of one source.
#pragma once

#include "shared/search/results/cached_rankings.h"
#include "shared/search/results/result_order.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trawl::search {

struct ResultRow {
  std::uint32_t document = 0;
  double score = 0;
  std::vector<ExplainPart> explain;
  std::size_t more_from_source = 0; ///< hits of the same source that grouping left out
  bool by_meaning = false;          ///< among the first only by what was learnt
  std::vector<std::uint32_t> translations = {};
};

struct ResultWindow {
  std::vector<ResultRow> rows;
  std::size_t offset = 0; ///< hits before the window
  std::string next;       ///< cursor of the next window; empty at the end
};

/// Usage ("bad-cursor…"), Timeout.
Result<ResultWindow> cut_window(const ResultQuery& query, CachedRankings& rankings);

} // namespace trawl::search
