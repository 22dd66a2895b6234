// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads and replaces whole files safely. Paths come from the user; none is ever built from downloaded text.
#pragma once

#include "shared/base/result.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace trawl {

/// The whole file. NotFound, Permission; TooLarge above `max_bytes`.
Result<std::string> read_file(const std::filesystem::path& path, std::size_t max_bytes = 1u << 30);

/// Replaces `path` so that a reader, even after a crash at any moment, sees either the old or the new content:
/// a temporary file beside it, fsync, rename, fsync of the folder. Mode 0600. Disk, Permission.
Result<void> write_file_atomic(const std::filesystem::path& path, std::string_view content);

/// Syncs a file, or the names in a folder, to the disk. Disk.
Result<void> sync_file(const std::filesystem::path& path);

/// Makes a directory (and its parents) with mode 0700 if it does not exist. Usage if it is a file; Disk, Permission.
Result<void> make_private_directory(const std::filesystem::path& path);

/// The Error for the current `errno` of a failed call on `path`; `verb` as in "cannot open".
Error system_error(std::string_view verb, const std::filesystem::path& path);

} // namespace trawl
