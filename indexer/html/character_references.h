// SPDX-License-Identifier: GPL-3.0-or-later
/// Numeric character references ("&#8212;") beyond the code points.
#pragma once

#include <string>

namespace trawl::html {

/// Replaces references to numbers beyond U+10FFFF by references to U+FFFD, as the standard does (HTML Standard
/// §13.2.5.80). Gumbo would overflow its integers and write invalid UTF-8. Works in place; lengths do not change.
void bound_character_references(std::string& page);

} // namespace trawl::html
