// SPDX-License-Identifier: GPL-3.0-or-later
/// Where the index of a data directory is. index/xapian is a stub of Xapian's that names the database of the index, a
/// folder beside it; every program that knows Xapian opens it. It is only ever replaced by rename, so one database
/// takes the place of another at one moment.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace trawl::index {

/// The name of the folder that the stub names. NoIndex without a stub; IndexDamaged if it is empty, foreign, dangling,
/// or of a version that had several databases; Usage if the directory is a file.
Result<std::string> live_database(const DataDirectory& directory);

/// Makes this the database of the index. Its name is on the disk before the stub is. Disk, Permission.
Result<void> publish_database(const DataDirectory& directory, const std::string& name);

/// The name of a folder that is not in use.
Result<std::string> free_database_name(const DataDirectory& directory);

/// The number in the name of a database's folder.
std::uint64_t database_number(std::string_view name);

/// Removes every database but this one, and what older versions left. Readers that have one open keep it. Errors are
/// ignored: the files only take space. `kept`: may be empty.
void remove_databases_but(const DataDirectory& directory, std::string_view kept);

/// Moves the database of an index that nobody else uses to a data directory without a stub, whose old databases go.
/// Returns its name, for `publish_database`. Disk, Permission.
Result<std::string> move_database(const DataDirectory& from, const DataDirectory& to);

/// Syncs a folder and the files in it to the disk. Disk.
Result<void> sync_files(const std::filesystem::path& folder);

/// Bytes of the index on disk.
std::uintmax_t bytes_of_index(const DataDirectory& directory);

/// Identifies the file that a path names now: changes whenever the file is replaced or written. All zero if there is
/// none.
struct FileStamp {
  dev_t device = 0;
  ino_t inode = 0;
  std::int64_t changed_ns = 0, size = 0; ///< the clock of changes ticks every few milliseconds

  auto operator<=>(const FileStamp&) const = default;
};
FileStamp stamp_of(const std::filesystem::path& path);

/// The file of a database that each of its commits replaces.
std::filesystem::path commit_file(const std::filesystem::path& database);

} // namespace trawl::index
