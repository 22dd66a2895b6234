// SPDX-License-Identifier: GPL-3.0-or-later
/// crawl.db as one file that can be carried away, and back. The file is a SQLite database itself: the store as it was
/// at one moment, packed, with the reader's own sources.json and topics.json inside.
#pragma once

#include "indexer/store/sqlite.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"

#include <cstdint>
#include <filesystem>

namespace trawl::store {

struct BackupSummary {
  std::int64_t articles = 0;
  std::uintmax_t bytes = 0;
};

/// Writes the store of `directory` to `file`, replacing it when the whole is on the disk. A writer at work goes on: the
/// copy is what was committed when it began. NotFound, NoIndex, Disk, Permission.
Result<BackupSummary> back_up(const DataDirectory& directory, const std::filesystem::path& file);

/// Makes `target`, an empty directory, one with the store that `file` holds, brought up to today's version. NotFound;
/// IndexDamaged if it is no backup, or a damaged one, or a newer program's.
Result<Database> unpack_backup(const std::filesystem::path& file, const DataDirectory& target);

} // namespace trawl::store
