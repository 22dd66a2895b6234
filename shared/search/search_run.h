// SPDX-License-Identifier: GPL-3.0-or-later
/// One search on one snapshot.
#pragma once

#include "shared/search/deadline.h"
#include "shared/search/request.h"
#include "shared/search/response.h"
#include "shared/search/snapshot.h"

namespace trawl::search {

/// Usage ("bad-cursor…"), BadQuery with `strict`, Timeout.
Result<SearchResponse> run_search(const SearchRequest& typed, const Snapshot& snapshot, CachedRankings& rankings,
                                  Moment now, Deadline deadline);

} // namespace trawl::search
