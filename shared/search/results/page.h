// SPDX-License-Identifier: GPL-3.0-or-later
/// Cuts one page out of a result: by relevance or by columns, with at most so many hits of a source, from an offset or
/// a cursor.
#pragma once

#include "shared/search/query.h"
#include "shared/search/results/cursor.h"
#include "shared/search/snapshot.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trawl::search {

/// Hits of one source that `group_by_source` shows when `per_source` does not say.
inline constexpr std::size_t kGroupSize = 3;

/// A request on its way, and the result its page is cut from.
struct PageQuery {
  const SearchRequest& request;
  const ParsedQuery& parsed;
  const Snapshot& snapshot;
  const Filters& filters; ///< as applied
  const DocSet& result;
  std::size_t total = 0; ///< documents in `result`
  SortOrder order = SortOrder::Relevance;
  Moment now{};
  Deadline deadline;
};

struct Page {
  struct Row {
    std::uint32_t document = 0;
    double score = 0;
    std::vector<ExplainPart> explain;
    std::size_t more_from_source = 0;
  };
  std::vector<Row> rows;
  std::size_t offset = 0; ///< hits before it
  std::string next;       ///< cursor, or empty at the end
};

/// Usage for a bad cursor; Timeout.
Result<Page> cut_page(const PageQuery& query, CachedRankings& orders);

} // namespace trawl::search
