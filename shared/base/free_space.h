// SPDX-License-Identifier: GPL-3.0-or-later
/// Stops writing before the disk is full, because other programs need space, too.
#pragma once

#include "shared/base/result.h"

#include <cstdint>
#include <filesystem>

namespace trawl {

/// Disk if the file system of `folder` has fewer than `least` bytes free. A folder whose file system cannot be queried
/// passes: writing to it will fail if there is no space.
Result<void> check_free_space(const std::filesystem::path& folder, std::uint64_t least);

} // namespace trawl
