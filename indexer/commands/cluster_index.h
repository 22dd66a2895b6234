// SPDX-License-Identifier: GPL-3.0-or-later
/// The commands of `index` for a store whose articles are searched in a cluster.
#pragma once

#include "indexer/commands/options.h"
#include "indexer/commands/work_progress.h"
#include "indexer/store/sqlite.h"
#include "shared/index/source_notes.h"

#include <cstddef>
#include <vector>

namespace trawl::commands {

/// Writes all articles into a new index, which then takes the place of the store's old one. Returns their number.
Result<std::size_t> write_to_cluster(const Options& options, store::Database& database,
                                     std::vector<index::SourceNote> notes, WorkProgress& progress);

/// Compares the cluster with the store. IndexDamaged if they differ.
Result<int> check_cluster(const Options& options, store::Database& database);

/// Prints what the engine has of the store, and how far it has come.
Result<int> show_index_status(const Options& options);

} // namespace trawl::commands
