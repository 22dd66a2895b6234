// SPDX-License-Identifier: GPL-3.0-or-later
/// gzip (RFC 1952) in memory, with a limit on the output.
#pragma once

#include "shared/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::feed {

bool is_gzip(std::string_view bytes);

/// Decodes all members of `bytes`. Of a truncated stream, returns what could be decoded. TooLarge: more than
/// `max_bytes`; Malformed: nothing could be decoded.
Result<std::string> gunzip(std::string_view bytes, std::size_t max_bytes);

} // namespace trawl::feed
