// SPDX-License-Identifier: GPL-3.0-or-later
/// The story of a search, in one snapshot of the index:
///
///   SearchRequest ─ plan ─► QueryPlan ─ match ─► MatchedSet ─ order ─► ResultOrder ─ cut ─► ResultWindow ─ show ─►
///   SearchResponse
#pragma once

#include "shared/search/deadline.h"
#include "shared/search/match/snapshot.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

namespace trawl::search {

/// Usage ("bad-cursor…"), Timeout.
Result<SearchResponse> answer(const SearchRequest& request, const Snapshot& snapshot, Moment now, Deadline deadline);

} // namespace trawl::search
