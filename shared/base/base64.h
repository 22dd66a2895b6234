// SPDX-License-Identifier: GPL-3.0-or-later
/// Base64 (RFC 4648): with padding (§4), for bytes inside JSON, and without, for those in a URL (§5).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trawl {

std::string to_base64(std::string_view bytes);

/// nullopt if `text` is not exactly what `to_base64` writes.
std::optional<std::string> from_base64(std::string_view text);

/// With - and _, and without padding.
std::string to_base64url(std::string_view bytes);

/// nullopt if `text` is not exactly what `to_base64url` writes.
std::optional<std::string> from_base64url(std::string_view text);

} // namespace trawl
