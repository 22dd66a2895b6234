// SPDX-License-Identifier: GPL-3.0-or-later
/// Hosts of http(s) URLs by the WHATWG URL Standard, §3: names, IPv4 in all its number forms, IPv6.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trawl::url {

/// The serialised host: an ASCII domain, "127.0.0.1" or "[::1]". nullopt if the standard rejects it, and for "".
std::optional<std::string> parse_host(std::string_view input);

/// Whether a host as `parse_host` gives it is an address literal.
bool is_ip_literal(std::string_view host);

} // namespace trawl::url
