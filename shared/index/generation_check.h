// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads the whole live generation: what `trawl-indexer index check` does before it compares the index with the store.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/base/result.h"

namespace trawl::index {

/// IndexDamaged, with the file and what is wrong with it, if a byte of a segment is not what was written, or if its
/// parts contradict each other. NoIndex.
Result<void> check_generation(const DataDirectory& directory);

} // namespace trawl::index
