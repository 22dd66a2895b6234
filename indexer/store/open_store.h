// SPDX-License-Identifier: GPL-3.0-or-later
/// The tables of crawl.db, and how it is opened. Which schema a file has: shared/store/store_position.h.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/store/sqlite.h"

#include <filesystem>

namespace trawl::store {

/// Makes a crawl.db without rows at `path`: whole, so that a kill leaves none. One that is there stays.
Result<void> make_store(const std::filesystem::path& path);

/// Opens crawl.db, which is made if it and the index are missing. The caller holds the WriterLock. StoreDamaged if it
/// has another schema, or if only the index is there; then nothing was changed.
Result<Database> open_store(const DataDirectory& directory);

/// NoIndex if crawl.db and the index are missing: there is nothing to work on. StoreDamaged if only the index is there;
/// Usage if the data directory is a file.
Result<void> refuse_missing_store(const DataDirectory& directory);

/// Opens crawl.db for reading while another process may write. The errors of refuse_missing_store; StoreDamaged if it
/// has another schema.
Result<Database> open_store_for_reading(const DataDirectory& directory);

} // namespace trawl::store
