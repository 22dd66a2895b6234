// SPDX-License-Identifier: GPL-3.0-or-later
/// The content of an article on a terminal: headings, lists, tables, quotes, code.
#pragma once

#include "cli/terminal.h"

#include <string>
#include <string_view>

namespace trawl::cli {

/// Renders the HTML of /v1/articles/{id}?html=1 (docs/http-api.md lists its elements; others are shown as their text).
/// Code keeps every space and line break and is never wrapped.
std::string html_for_people(std::string_view html, const Style& style);

/// `text` line by line without anything that a terminal would interpret, but with its tabs.
std::string safe_lines(std::string_view text);

} // namespace trawl::cli
