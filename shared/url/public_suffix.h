// SPDX-License-Identifier: GPL-3.0-or-later
/// The public suffix list (https://publicsuffix.org) in libpsl's version, private section included.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trawl::url {

/// The public suffix of a lower-case ASCII host name and one more label. nullopt for an address literal, a bare suffix
/// or a single label.
std::optional<std::string> registrable_part(std::string_view host);

} // namespace trawl::url
