// SPDX-License-Identifier: GPL-3.0-or-later
/// The encodings of the web and their labels (https://encoding.spec.whatwg.org/#names-and-labels), as data.
#pragma once

#include <string>
#include <string_view>

namespace trawl::html {

/// The WHATWG name of a label ("latin1" is "windows-1252"), or empty. Case and white space around are ignored.
std::string encoding_for_label(std::string_view label);

/// The name of the ICU converter that reads a WHATWG encoding as the web does, or empty: UTF-8, ISO-8859-16
/// and x-user-defined are read by our own code, "replacement" by none.
std::string_view icu_converter(std::string_view encoding);

} // namespace trawl::html
