// SPDX-License-Identifier: GPL-3.0-or-later
/// gzip (RFC 1952) in memory, bounded.
#pragma once

#include "shared/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::feed {

bool is_gzip(std::string_view bytes);

/// All members of `bytes` decoded. What was complete of a stream that is cut off is given. TooLarge above `max_bytes`,
/// Malformed if not even the beginning can be read.
Result<std::string> gunzip(std::string_view bytes, std::size_t max_bytes);

} // namespace trawl::feed
