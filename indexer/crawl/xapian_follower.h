// SPDX-License-Identifier: GPL-3.0-or-later
/// Keeps the Xapian database up to date with the article store, on a thread of its own, as it has its own record of how
/// far the store's changes are in it.
#pragma once

#include "indexer/crawl/rebuild.h"
#include "indexer/crawl/store_follower.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/store/sqlite.h"

#include <functional>
#include <memory>

namespace trawl::crawl {

/// Opens the live database and starts the thread. A database that is missing, damaged, of another store or version, or
/// that lacks half of its articles is made again beside the live one, and takes its place when it is complete. The
/// caller holds the WriterLock and has opened the store.
Result<std::unique_ptr<Follower>> follow_with_xapian(const DataDirectory& directory);

/// Writes all articles into a new database and makes it the live one. The caller holds the WriterLock. Interrupted if
/// `stopped`; then the live one stays.
Result<void> write_xapian(const DataDirectory& directory, store::Database& database,
                          const std::function<bool()>& stopped, const Report& report = {});

/// Writes the live database anew without the space between its blocks; one that is missing or useless, from all
/// articles, as write_xapian does.
Result<void> compact_xapian(const DataDirectory& directory, store::Database& database,
                            const std::function<bool()>& stopped, const Report& report = {});

} // namespace trawl::crawl
