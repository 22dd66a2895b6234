// SPDX-License-Identifier: GPL-3.0-or-later
/// The tables of crawl.db and how older files become today's. The version is SQLite's user_version.
#pragma once

#include "indexer/store/sqlite.h"
#include "shared/base/data_directory.h"

namespace trawl::store {

/// Brings `database` to today's tables, one transaction per step. IndexDamaged if a newer program wrote it.
Result<void> migrate(Database& database);

/// Opens crawl.db with today's tables, making it when missing. The caller holds the WriterLock.
Result<Database> open_store(const DataDirectory& directory);

/// Opens crawl.db for reading beside a writer. NoIndex if there is none, or one of another version; Usage if
/// the data directory is a file.
Result<Database> open_store_for_reading(const DataDirectory& directory);

} // namespace trawl::store
