// SPDX-License-Identifier: GPL-3.0-or-later
/// Decodes bytes of a known encoding to UTF-8. Part of charset.
#pragma once

#include <string>
#include <string_view>

namespace trawl::html {

/// `bytes` as valid UTF-8 without NUL. `encoding` is a WHATWG name, UTF-32LE or UTF-32BE; bytes that are invalid in it
/// become U+FFFD. Choice: in UTF-8, a stray byte that is a character in windows-1252 is decoded as that character,
/// because programs paste old texts into new pages.
std::string to_utf8(std::string_view bytes, std::string_view encoding);

/// How much of the text beyond ASCII is well-formed UTF-8.
struct Utf8Census {
  std::size_t sequences = 0; ///< well-formed ones of two bytes and more
  std::size_t errors = 0;    ///< ill-formed ones, except one cut off at the end
};

Utf8Census census_of(std::string_view bytes);

} // namespace trawl::html
