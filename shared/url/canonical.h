// SPDX-License-Identifier: GPL-3.0-or-later
/// Normalises URLs, so that spellings of one address become equal, and finds the registrable domain of a host.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trawl::url {

/// The canonical spelling of an http(s) URL, which still leads to the page: WHATWG serialisation, no fragment, no user
/// info, no final dot of the host, no tracking parameters (is_tracking_parameter), normalised percent-encoding (RFC
/// 3986 §6.2.2: upper-case hex, unreserved characters plain), no empty query. Scheme, "www.", order of parameters and
/// case of the path are kept. Idempotent. Empty if it is not an http(s) URL or is over 2,048 bytes.
std::string canonical(std::string_view url);

/// A key that different spellings of one article share: `canonical` without scheme, "www.", final slash and index file.
/// Not an address. Empty when `canonical` is.
std::string identity_key(std::string_view url);

/// The registrable domain (eTLD+1 by the public suffix list, private section included), in ASCII. nullopt if the host
/// has none (an address literal, a bare suffix, a single label), or if `url` is not an http(s) URL.
std::optional<std::string> registrable_domain(std::string_view url);

/// The site of a URL: its registrable domain, or the host itself if it has none. Empty if `url` is not an http(s)
/// URL.
std::string site(std::string_view url);

/// Whether the parameter `name=value`, still percent-encoded, tracks readers. Ignores case, the "amp;" that
/// twice-escaped links leave, and a second '?'. Common names such as "ref", "source" and "id" do not count.
bool is_tracking_parameter(std::string_view name, std::string_view value);

} // namespace trawl::url
