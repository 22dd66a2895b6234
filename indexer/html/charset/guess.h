// SPDX-License-Identifier: GPL-3.0-or-later
/// Guesses the encoding of a text that declares none, from byte frequencies (uchardet). Part of charset.
#pragma once

#include <string>
#include <string_view>

namespace trawl::html {

/// The WHATWG name, or empty if there is no guess. Looks only at the text outside tags.
std::string guess_encoding(std::string_view bytes);

} // namespace trawl::html
