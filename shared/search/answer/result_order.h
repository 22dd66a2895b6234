// SPDX-License-Identifier: GPL-3.0-or-later
/// The order of a result, from its beginning to the end of the window that is asked for. It is made anew for each
/// window: the same revision of the index gives the same order.
#pragma once

#include "shared/search/answer/grouping.h"
#include "shared/search/match/matched_set.h"
#include "shared/search/rank/ranking.h"
#include "shared/search/request.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trawl::search {

/// The order of a result as far as it is known, and where the window that is asked for begins in it.
struct ResultOrder {
  std::vector<RankedDocument> documents = {};
  bool is_complete = false; ///< `documents` are the whole result
  std::size_t begin = 0;    ///< of the window, in the documents
  std::size_t offset = 0;   ///< hits before the window
  bool has_changed = false; ///< since the window before: hits may come twice or be left out
};

/// Orders a result from the request's offset or cursor on. Usage ("bad-cursor…"), Timeout.
Result<ResultOrder> order_result(const MatchedSet& matched);

/// What the order is made from beside the request: the revisions of index and marks.
std::uint64_t revision_of(const MatchedSet& matched);

/// How the request groups hits by source.
SourceGrouping grouping_of(const SearchRequest& request);

/// What is asked of ranking for the best `count` documents.
RankRequest rank_request(const MatchedSet& matched, std::size_t count);

} // namespace trawl::search
