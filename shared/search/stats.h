// SPDX-License-Identifier: GPL-3.0-or-later
/// Figures of the index.
#pragma once

#include "shared/search/response.h"
#include "shared/search/snapshot.h"

namespace trawl::search {

/// `terms` walks the list of all terms: some tenths of a second on a large index, so keep the answer while the state is
/// the same. Exceptions of Xapian pass through.
IndexStats collect_stats(const Snapshot& snapshot);

} // namespace trawl::search
