// SPDX-License-Identifier: GPL-3.0-or-later
/// Text as it stands in HTML and XML.
#pragma once

#include <string>
#include <string_view>

namespace trawl {

/// `text` with &, <, >, " and ' as references, fit for content and quoted attributes. Control characters other than
/// line feed and tab, which XML 1.0 forbids or mangles, are left out; so are those that reorder text (UAX #9: U+202A to
/// U+202E, U+2066 to U+2069), by which a title could be shown as another, or spoil what stands beside it.
std::string html_escape(std::string_view text);

/// The same, appended.
void append_html_escaped(std::string& out, std::string_view text);

} // namespace trawl
