// SPDX-License-Identifier: GPL-3.0-or-later
/// The tables of crawl.db and the migrations from older versions. SQLite's user_version is the version.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/store/sqlite.h"

#include <string>

namespace trawl::store {

/// The version of the tables of `database`; 0 if it has none. IndexDamaged if a newer program wrote it, or none of
/// ours.
Result<std::int64_t> version_of(Database& database);

/// Makes the tables in an empty database, as they were in a version.
Result<void> make_tables(Database& database, std::int64_t version);

/// Migrates `database` to the current version, one transaction per step. IndexDamaged if a newer program wrote it.
Result<void> migrate(Database& database);

/// Opens crawl.db, creating or migrating it as needed. The caller holds the WriterLock.
Result<Database> open_store(const DataDirectory& directory);

/// Opens crawl.db for reading while another process may write. NoIndex if it is missing or of an older version;
/// IndexDamaged if a newer program wrote it; Usage if the data directory is a file.
Result<Database> open_store_for_reading(const DataDirectory& directory);

} // namespace trawl::store
