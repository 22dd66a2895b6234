// SPDX-License-Identifier: GPL-3.0-or-later
/// What the index says about itself: its sources and its statistics.
#pragma once

#include "shared/search/match/snapshot.h"
#include "shared/search/response.h"

#include <vector>

namespace trawl::search {

/// Every source that the writer has noted or an article has, sorted by label without case. An article counts for the
/// sources of its copies too, as in facets.
std::vector<SourceStatus> list_sources(const Snapshot& snapshot);

/// The newest date of any article.
std::optional<Date> newest_date(const Snapshot& snapshot);

/// Counts all terms, which takes some tenths of a second on a large index: keep the result while the state is the same.
IndexStats collect_stats(const Snapshot& snapshot);

} // namespace trawl::search
