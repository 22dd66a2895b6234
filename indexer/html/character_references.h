// SPDX-License-Identifier: GPL-3.0-or-later
/// Numeric character references ("&#8212;") that stand for no character.
#pragma once

#include <string>

namespace trawl::html {

/// Makes those with a number beyond all characters mean U+FFFD, as the standard says (HTML Standard §13.2.5.80); Gumbo
/// counts on beyond its integers and writes bytes that are no UTF-8. In place: they keep their length.
void bound_character_references(std::string& page);

} // namespace trawl::html
