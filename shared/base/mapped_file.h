// SPDX-License-Identifier: GPL-3.0-or-later
/// Files mapped into memory: pages are read when they are touched, and shared by all processes that map them.
#pragma once

#include "shared/base/result.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string_view>

namespace trawl {

/// Bytes and their owner. The bytes live as long as any copy of this.
struct SharedBytes {
  std::string_view bytes;
  std::shared_ptr<const void> owner;
};

/// The first `size` bytes of a file, mapped read-only. They do not change if the file is renamed, removed or grows; it
/// must not be truncated below `size`. NotFound, Permission; Malformed if it is shorter.
Result<SharedBytes> map_file(const std::filesystem::path& path, std::size_t size);

} // namespace trawl
