// SPDX-License-Identifier: GPL-3.0-or-later
/// Repairs an index by making it again from crawl.db; above all one that is ahead of crawl.db. That happens after a
/// power failure if the disk had confirmed writes that it had not done: the last transactions of crawl.db are gone,
/// while the index has their articles. It also happens when somebody restores an older copy of crawl.db.
#pragma once

#include "indexer/crawl/follower.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/index/source_notes.h"
#include "shared/store/sqlite.h"

#include <vector>

namespace trawl::crawl {

/// Rebuilds the index from the store, whatever it is like, and tells `applied` of it. The caller holds the WriterLock.
Result<void> rewrite_index(const DataDirectory& directory, store::Database& database,
                           const std::vector<index::SourceNote>& notes, const Applied& applied = {});

/// Rebuilds the index, which is ahead of the store, from the store. The caller holds the WriterLock. IndexDamaged, and
/// nothing is touched, if the index has less than half of the store's articles, or the store less than half of the
/// index's: then it was made from another store, and only the user knows which of the two is wanted.
Result<void> recover_index(const DataDirectory& directory, store::Database& database,
                           const std::vector<index::SourceNote>& notes, const Applied& applied = {});

} // namespace trawl::crawl
