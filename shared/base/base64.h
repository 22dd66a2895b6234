// SPDX-License-Identifier: GPL-3.0-or-later
/// Base64 with padding (RFC 4648 §4), for bytes inside JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trawl {

std::string to_base64(std::string_view bytes);

/// nullopt if `text` is not exactly what `to_base64` writes.
std::optional<std::string> from_base64(std::string_view text);

} // namespace trawl
