// SPDX-License-Identifier: GPL-3.0-or-later
/// A guess at the encoding of a text that says nothing of it, by the frequencies of its bytes (uchardet). Part of
/// charset.
#pragma once

#include <string>
#include <string_view>

namespace trawl::html {

/// The WHATWG name, or empty when nothing can be said. Tags are left out: their ASCII says nothing.
std::string guess_encoding(std::string_view bytes);

} // namespace trawl::html
