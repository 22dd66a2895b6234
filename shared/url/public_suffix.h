// SPDX-License-Identifier: GPL-3.0-or-later
/// The public suffix list (https://publicsuffix.org), as Debian's libpsl brings it, private section included.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trawl::url {

/// Suffix and one label more, for a lower-case ASCII host name. nullopt for an address literal, a bare suffix, a single
/// label.
std::optional<std::string> registrable_part(std::string_view host);

} // namespace trawl::url
