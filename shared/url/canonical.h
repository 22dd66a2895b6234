// SPDX-License-Identifier: GPL-3.0-or-later
/// The one normaliser of addresses: what makes two spellings the same article, and the registrable domain of a host.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trawl::url {

/// The canonical spelling of an http(s) URL, one a reader can be sent to: WHATWG serialisation, no fragment, no user
/// info, no final dot of the host, no tracking parameters (tracking_parameters.h), normalised percent-encoding (RFC
/// 3986 §6.2.2: upper-case hex, unreserved characters plain), no empty query. Scheme, "www.", order of parameters and
/// case of the path are kept. Idempotent. Empty if it is no http(s) URL or longer than 2,048 bytes.
std::string canonical(std::string_view url);

/// A key under which two spellings of one article meet: `canonical` without scheme, "www.", final slash and index file.
/// Not an address. Empty where `canonical` is.
std::string identity_key(std::string_view url);

/// The registrable domain (eTLD+1 by the public suffix list, private section included), in ASCII. nullopt if the host
/// has none: an address literal, a bare suffix, a host of one label; or if it is no http(s) URL.
std::optional<std::string> registrable_domain(std::string_view url);

/// What tells sites apart: the registrable domain, or the host itself where there is none. Empty if it is no http(s)
/// URL.
std::string site(std::string_view url);

} // namespace trawl::url
