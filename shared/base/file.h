// SPDX-License-Identifier: GPL-3.0-or-later
/// Whole files, read and replaced safely. Paths are the user's own; none is ever built from foreign text.
#pragma once

#include "shared/base/result.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace trawl {

/// The whole file. NotFound, Permission; TooLarge above `max_bytes`.
Result<std::string> read_file(const std::filesystem::path& path, std::size_t max_bytes = 1u << 30);

/// Replaces `path` so that a reader, or a machine that stops at any moment, sees the old or the new content whole:
/// a temporary file beside it, fsync, rename, fsync of the folder. Mode 0600. Disk, Permission.
Result<void> write_file_atomic(const std::filesystem::path& path, std::string_view content);

/// Writes a file, or the names in a folder, through to the disk. Disk.
Result<void> sync_file(const std::filesystem::path& path);

/// Makes a directory (and its parents) with mode 0700 if it is not there. Usage if it is a file; Disk, Permission.
Result<void> make_private_directory(const std::filesystem::path& path);

/// The Error for the current `errno` of a failed call on `path`; `verb` as in "cannot open".
Error system_error(std::string_view verb, const std::filesystem::path& path);

}  // namespace trawl
