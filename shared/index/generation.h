// SPDX-License-Identifier: GPL-3.0-or-later
/// Generations of the index: folders index/gen-NNNNNN, of which the stub file index/current names the live one. The
/// stub is a Xapian stub database ("auto gen-000001"), so that Xapian's own tools open it too; it is only ever replaced
/// by rename. It may name nothing but a generation beside it: anything else counts as damage.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace trawl::index {

/// "gen-000012". `number` is at most 999,999.
std::string generation_name(std::uint64_t number);

/// The number of a name that is exactly of that form.
std::optional<std::uint64_t> parse_generation_name(std::string_view name);

std::filesystem::path generation_path(const DataDirectory& directory, std::uint64_t number);

/// The number of the live generation. NoIndex without a stub; IndexDamaged if it is empty, foreign or dangling.
Result<std::uint64_t> live_generation(const DataDirectory& directory);

/// Makes `number` the live generation. Disk, Permission.
Result<void> make_live(const DataDirectory& directory, std::uint64_t number);

/// A number above every generation there is, and one more than the live one at least.
std::uint64_t next_generation(const DataDirectory& directory);

/// Removes every generation but `live`, and what an interrupted run left of unfinished ones. Readers that have one of
/// them open go on. Failure leaves files behind, nothing worse.
void remove_other_generations(const DataDirectory& directory, std::uint64_t live);

/// Writes the files of a folder through to the disk. Disk.
Result<void> sync_files(const std::filesystem::path& folder);

/// Which file a path names at this moment: changes whenever the stub is replaced.
struct FileStamp {
  dev_t device = 0;
  ino_t inode = 0;
  std::int64_t changed_ns = 0;

  bool operator==(const FileStamp&) const = default;
};
FileStamp stamp_of(const std::filesystem::path& path);

} // namespace trawl::index
