// SPDX-License-Identifier: GPL-3.0-or-later
/// Backup and restore of what cannot be made anew. A backup is a folder with a compact crawl.db of one moment,
/// reader.db, and the user's own sources.json and topics.json: a data directory without its index.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/store/sqlite.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <utility>

namespace trawl::store {

/// What the user wrote; everything else in a data directory can be rebuilt from the store.
inline constexpr std::array kOwnFiles{"sources.json", "topics.json"};

/// Removes a folder with all that is in it when this goes out of scope, unless the folder has been renamed.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(DataDirectory folder) : folder_(std::move(folder)) {}
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

 private:
  DataDirectory folder_;
};

struct BackupSummary {
  std::int64_t articles = 0;
  std::uintmax_t bytes = 0; ///< of the store
};

/// Makes `folder`, which may be empty but not more, a backup of `directory`: complete and synced at one moment. Other
/// processes may write meanwhile; the backup has what was committed at its start. When `stopped` becomes true, nothing
/// is written: Interrupted. Usage, NoIndex, Disk, Permission.
Result<BackupSummary> back_up(const DataDirectory& directory, const std::filesystem::path& folder,
                              std::function<bool()> stopped = nullptr);

/// The database with the store of a backup. Usage if there is none; StoreDamaged for a file that is not a backup.
Result<std::filesystem::path> store_in(const std::filesystem::path& backup);

/// Unpacks a backup, which may come from anybody, into the empty directory `target`, and brings it up to date. A file
/// that an earlier version wrote is one, too. Interrupted when `stopped` becomes true. The errors of `store_in`;
/// StoreDamaged if it is damaged, of another schema, or has anything in its store that ours have not.
Result<Database> unpack_backup(const std::filesystem::path& backup, const DataDirectory& target,
                               std::function<bool()> stopped = nullptr);

} // namespace trawl::store
