// SPDX-License-Identifier: GPL-3.0-or-later
/// Percent-encoding: the encode sets of the WHATWG URL Standard (§1.3) and the normal form of RFC 3986 (§6.2.2).
#pragma once

#include <string>
#include <string_view>

namespace trawl::url {

enum class EncodeSet { C0Control, Fragment, SpecialQuery, Path, Userinfo };

/// Appends `bytes`; those in the set and all above 0x7E become "%XX". An existing '%' is kept.
void append_encoded(std::string& out, std::string_view bytes, EncodeSet set);

/// Everything but the unreserved characters becomes "%XX".
std::string percent_encode(std::string_view text);

/// "%41" to "A"; a '%' without two hex digits is kept.
std::string percent_decode(std::string_view text);

/// One spelling for equivalent texts: unreserved characters plain, other escapes with upper-case hex, characters that
/// no URI may contain escaped, a stray '%' as "%25". Reserved characters are kept as they are. Idempotent.
std::string normalise_percent_encoding(std::string_view text);

/// RFC 3986 §2.3: letters, digits, "-", ".", "_", "~".
bool is_unreserved(char c);

} // namespace trawl::url
