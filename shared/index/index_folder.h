// SPDX-License-Identifier: GPL-3.0-or-later
/// Where the index of a data directory is. index/xapian is a stub of Xapian's that names the databases of the index
/// (shards), the newest last, each a folder beside it; every program that knows Xapian opens it. It is only ever
/// replaced by rename, so a set of shards takes the place of another at one moment.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace trawl::index {

/// The names of the folders that the stub lists: at least one. NoIndex without a stub; IndexDamaged if it is empty,
/// foreign or dangling.
Result<std::vector<std::string>> live_shards(const DataDirectory& directory);

/// Makes these the shards of the index. Their names are on the disk before the stub is. Disk, Permission.
Result<void> publish_shards(const DataDirectory& directory, const std::vector<std::string>& names);

/// The names of `count` folders that are not in use.
Result<std::vector<std::string>> free_shard_names(const DataDirectory& directory, std::size_t count);

/// The number in the name of a shard's folder.
std::uint64_t shard_number(std::string_view name);

/// Removes every shard but these. Readers that have one open keep it. Errors are ignored: the files only take space.
void remove_shards_but(const DataDirectory& directory, const std::vector<std::string>& kept);

/// Moves the shards of an index that nobody else uses, and what was learnt from its articles, to a data directory
/// without a stub, whose old shards go. Returns their names, for `publish_shards`. Disk, Permission.
Result<std::vector<std::string>> move_shards(const DataDirectory& from, const DataDirectory& to);

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

/// The file of a shard that each of its commits replaces.
std::filesystem::path commit_file(const std::filesystem::path& shard);

} // namespace trawl::index
