// SPDX-License-Identifier: GPL-3.0-or-later
/// Generations of the index: folders index/gen-NNNNNN, one of which is live: the one that the stub file index/current
/// names. The stub is only ever replaced by rename. A stub that names anything but a generation beside it is damage
/// (docs/formats.md).
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

/// The number in a name of exactly that form.
std::optional<std::uint64_t> parse_generation_name(std::string_view name);

std::filesystem::path generation_path(const DataDirectory& directory, std::uint64_t number);

/// The number of the live generation. NoIndex without a stub; IndexDamaged if it is empty, foreign or dangling.
Result<std::uint64_t> live_generation(const DataDirectory& directory);

/// Makes `number` the live generation. Disk, Permission.
Result<void> make_live(const DataDirectory& directory, std::uint64_t number);

/// One more than the highest number in use, unfinished generations included.
Result<std::uint64_t> next_generation(const DataDirectory& directory);

/// Removes every generation but `live`, unfinished ones included. Readers that have one open keep it. Errors are
/// ignored: the files only take space.
void remove_other_generations(const DataDirectory& directory, std::uint64_t live);

/// A generation that is being written. The destructor removes its files unless it has become live.
class UnfinishedGeneration {
 public:
  UnfinishedGeneration(DataDirectory directory, std::uint64_t number)
      : directory_(std::move(directory)), number_(number) {}
  UnfinishedGeneration(const UnfinishedGeneration&) = delete;
  UnfinishedGeneration& operator=(const UnfinishedGeneration&) = delete;
  ~UnfinishedGeneration();

  std::uint64_t number() const { return number_; }
  /// Where to put the files from which `path` is made.
  std::filesystem::path building_path() const;
  std::filesystem::path path() const { return generation_path(directory_, number_); }

 private:
  DataDirectory directory_;
  std::uint64_t number_;
};

/// Syncs a folder and the files in it to the disk. Disk.
Result<void> sync_files(const std::filesystem::path& folder);

/// The lock of the one writer of a generation, on its folder. Released when destroyed.
class GenerationLock {
 public:
  /// Locked if another writer holds it.
  static Result<GenerationLock> acquire(const std::filesystem::path& folder);

  ~GenerationLock();
  GenerationLock(GenerationLock&& other) noexcept;
  GenerationLock& operator=(GenerationLock&& other) noexcept;

 private:
  explicit GenerationLock(int folder) : folder_(folder) {}
  int folder_;
};

/// A file in a generation's folder with which a reader reports to the next writer that it met damage.
std::filesystem::path damage_mark(const std::filesystem::path& generation);

/// Identifies the file that a path names now: changes whenever the stub is replaced. All zero if there is none.
struct FileStamp {
  dev_t device = 0;
  ino_t inode = 0;
  std::int64_t changed_ns = 0, size = 0; ///< the clock of changes ticks every few milliseconds

  auto operator<=>(const FileStamp&) const = default;
};
FileStamp stamp_of(const std::filesystem::path& path);

} // namespace trawl::index
