// SPDX-License-Identifier: GPL-3.0-or-later
/// What crawl.db says of itself to those that open or follow it.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/store/sqlite.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace trawl::store {

/// SQLite's user_version of a crawl.db: the oldest that is read, and the one that this program writes. An older one is
/// brought up to date when it is opened for writing (indexer/store/open_store.h); its tables can be read as they are.
inline constexpr std::int64_t kOldestStoreSchema = 100, kStoreSchema = 108;

/// StoreDamaged if the tables of the database at `file` are older than that, those of a newer version, or not ours.
Result<void> check_schema(Database& database, const std::filesystem::path& file);

/// StoreDamaged if the crawl.db of `directory` is of an older or newer version. Takes no lock and
/// creates no file, so that nothing is changed. Other damage is reported when the database is opened.
Result<void> refuse_other_schema(const DataDirectory& directory);

/// The name of a crawl.db, which it keeps when it is moved, copied or restored: twelve hex digits, drawn when it was
/// made. Indexes record by it which store an article came from.
Result<std::string> store_id(Database& database);

/// The number of the last change of an article; 0 if there was none.
Result<std::uint64_t> last_change(Database& database);

/// How many articles have changed since a change.
Result<std::uint64_t> changes_after(Database& database, std::uint64_t sequence);

} // namespace trawl::store
