// SPDX-License-Identifier: GPL-3.0-or-later
/// Stops writing before the disk is full: others need room on it, too.
#pragma once

#include "shared/base/result.h"

#include <cstdint>
#include <filesystem>

namespace trawl {

/// Disk if the file system of `folder` has fewer than `least` bytes free. A folder that nobody can ask about has
/// enough: writing to it will tell.
Result<void> check_free_space(const std::filesystem::path& folder, std::uint64_t least);

} // namespace trawl
