// SPDX-License-Identifier: GPL-3.0-or-later
/// The `index` commands for a store whose index is in a cluster.
#pragma once

#include "indexer/commands/options.h"
#include "shared/store/sqlite.h"

#include <cstddef>
#include <string>

namespace trawl::commands {

/// What `index check` found.
struct Comparison {
  std::size_t articles = 0;  ///< of the store, compared so far
  std::size_t withdrawn = 0; ///< of them
  std::size_t to_come = 0;   ///< changes that a running writer has not committed to the index yet
  std::size_t missing = 0;   ///< in the store, not in the index
  std::size_t different = 0; ///< the index has another version
  std::size_t surplus = 0;   ///< in the index, not in the store
};

/// Counts what is left over of the index's `documents`. IndexDamaged if store and index differ. `holder`: "cluster".
Result<void> judge(Comparison& comparison, std::size_t documents, const std::string& holder, const std::string& where);

/// Whether the cluster has as many articles as the store. IndexDamaged if it does not.
Result<int> check_cluster(const Options& options, store::Database& database, Comparison& comparison);

/// Prints how many of the store's articles the engine has, and up to which change.
Result<int> show_index_status(const Options& options);

} // namespace trawl::commands
