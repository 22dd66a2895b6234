// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads and replaces whole files safely. Paths come from the user; none is ever built from downloaded text.
#pragma once

#include "shared/base/result.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace trawl {

/// The whole file. NotFound, Permission; TooLarge above `max_bytes`.
Result<std::string> read_file(const std::filesystem::path& path, std::size_t max_bytes = 1u << 30);

/// What becomes of a file that is in the place of a new one.
enum class Existing { Replaced, Kept };

/// Writes `path` so that a reader, even after a crash at any moment, sees either the old or the new content: the file
/// PATH.new beside it, fsync, rename, fsync of the folder. Mode 0600. The next writer of the same file replaces a
/// PATH.new left by a killed one, and waits for one that is still writing. Disk, Permission.
Result<void> write_file_atomic(const std::filesystem::path& path, std::string_view content,
                               Existing existing = Existing::Replaced);

/// Syncs a file, or the names in a folder, to the disk. Disk.
Result<void> sync_file(const std::filesystem::path& path);

/// Makes a directory (and its parents) with mode 0700 if it does not exist; a new one survives a power failure. Usage
/// if it is a file; Disk, Permission.
Result<void> make_private_directory(const std::filesystem::path& path);

/// Renames `from` to `to`, replacing it. Disk, Permission.
Result<void> move_file(const std::filesystem::path& from, const std::filesystem::path& to);

/// Removes a file if it exists. Disk, Permission.
Result<void> remove_file(const std::filesystem::path& path);

/// The files and folders in a folder, in no particular order; empty if the folder does not exist. Permission, Disk.
Result<std::vector<std::filesystem::path>> entries_of(const std::filesystem::path& folder);

/// The type of the file at `path`, without following a symbolic link: not_found, regular, directory and so on.
/// Permission or Disk if the type cannot be determined.
Result<std::filesystem::file_type> file_type_at(const std::filesystem::path& path);
/// Whether anything exists at `path`.
Result<bool> is_there(const std::filesystem::path& path);
/// Whether there is a plain file, or a link to one. An error if this cannot be determined: what is there must not be
/// ignored because the disk failed.
Result<bool> is_file(const std::filesystem::path& path);

} // namespace trawl
