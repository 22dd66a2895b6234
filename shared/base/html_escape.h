// SPDX-License-Identifier: GPL-3.0-or-later
/// Escapes text for HTML and XML.
#pragma once

#include <string>
#include <string_view>

namespace trawl {

/// `text` with &, <, >, " and ' as references, safe in content and quoted attributes. Leaves out control characters
/// other than line feed and tab, which XML 1.0 forbids or changes, and those that reorder text (UAX #9: U+202A to
/// U+202E, U+2066 to U+2069), with which a title could imitate another one or disturb the text around it. Also leaves
/// out noncharacters.
std::string html_escape(std::string_view text);

/// Appends the same to `out`.
void append_html_escaped(std::string& out, std::string_view text);

} // namespace trawl
