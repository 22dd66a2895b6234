// SPDX-License-Identifier: GPL-3.0-or-later
/// Backup and restore of a data directory. A backup is one SQLite file: a compact copy of crawl.db at one moment, with
/// the user's own sources.json and topics.json and the reader's memory inside.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/store/sqlite.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>

namespace trawl::store {

/// What the user wrote; everything else in a data directory can be rebuilt from the store.
inline constexpr std::array kOwnFiles{"sources.json", "topics.json"};

struct BackupSummary {
  std::int64_t articles = 0;
  std::uintmax_t bytes = 0;
};

/// Writes a backup of `directory` to `file`, which is replaced only when the copy is complete and synced. Other
/// processes may write meanwhile; the backup has what was committed at its start. An existing file is replaced if it
/// is a backup, or with `force`; else Usage. When `stopped` becomes true, nothing is written: Interrupted. NotFound,
/// NoIndex, Disk, Permission.
Result<BackupSummary> back_up(const DataDirectory& directory, const std::filesystem::path& file, bool force = false,
                              std::function<bool()> stopped = nullptr);

/// Unpacks the backup `file` into the empty directory `target`. A backup may come from anybody: only rows are taken
/// from it, into tables of ours. Interrupted when `stopped` becomes true. NotFound; StoreDamaged if it is not a backup,
/// damaged, or of another schema.
Result<Database> unpack_backup(const std::filesystem::path& file, const DataDirectory& target,
                               std::function<bool()> stopped = nullptr);

} // namespace trawl::store
