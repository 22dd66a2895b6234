// SPDX-License-Identifier: GPL-3.0-or-later
/// The content of an article on a terminal: headings, lists, tables, quotes, code.
#pragma once

#include "cli/terminal.h"
#include "shared/content/content.h"

#include <string>
#include <string_view>

namespace trawl::cli {

/// Code keeps every space and line break and is never wrapped.
std::string content_for_people(const content::Content& content, const Style& style);

/// `text` line by line without anything that a terminal would interpret, but with its tabs.
std::string safe_lines(std::string_view text);

} // namespace trawl::cli
