// SPDX-License-Identifier: GPL-3.0-or-later
/// Brings an index back that is ahead of crawl.db. A power failure can do that where the disk does not keep its promise
/// to have written: the last transactions of crawl.db are gone, while the index has their articles. The same when
/// somebody puts back an older copy of crawl.db.
#pragma once

#include "indexer/store/sqlite.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/index/source_notes.h"

#include <vector>

namespace trawl::crawl {

/// Writes the index, which is ahead of the store, again from it. The caller holds the WriterLock. IndexDamaged, and
/// nothing is touched, if the index has less than half of the store's articles, or the store less than half of the
/// index's: then it was made from another store, and only the user knows which of the two is wanted.
Result<void> recover_index(const DataDirectory& directory, store::Database& database,
                           const std::vector<index::SourceNote>& notes);

} // namespace trawl::crawl
