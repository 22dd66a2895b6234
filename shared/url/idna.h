// SPDX-License-Identifier: GPL-3.0-or-later
/// Internationalised host names: "domain to ASCII" of the WHATWG URL Standard (§3.3) over ICU's UTS #46.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trawl::url {

/// `domain` (UTF-8, percent-decoded) in lower-case ASCII. Non-transitional, without the limits of DNS on lengths and
/// hyphens. nullopt if the conversion fails. An all-ASCII domain is only lower-cased, valid Punycode or not.
std::optional<std::string> domain_to_ascii(std::string_view domain);

} // namespace trawl::url
