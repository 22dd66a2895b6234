// SPDX-License-Identifier: GPL-3.0-or-later
/// Statistics of the index.
#pragma once

#include "shared/search/response.h"
#include "shared/search/snapshot.h"

namespace trawl::search {

/// Counts all terms, which takes some tenths of a second on a large index: keep the result while the state is the same.
IndexStats collect_stats(const Snapshot& snapshot);

} // namespace trawl::search
