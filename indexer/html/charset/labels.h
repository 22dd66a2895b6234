// SPDX-License-Identifier: GPL-3.0-or-later
/// The encodings and their labels (Encoding Standard §4.2, https://encoding.spec.whatwg.org/#names-and-labels).
#pragma once

#include <string>
#include <string_view>

namespace trawl::html {

/// "Get an encoding": the name of the encoding with this label ("latin1": "windows-1252"), or empty. Ignores case and
/// surrounding white space.
std::string encoding_for_label(std::string_view label);

/// The name of the ICU converter that decodes a WHATWG encoding as the standard does. Empty for UTF-8, ISO-8859-16 and
/// x-user-defined, which decode.cpp reads itself, and for "replacement".
std::string_view icu_converter(std::string_view encoding);

} // namespace trawl::html
