// SPDX-License-Identifier: GPL-3.0-or-later
/// The text of a subtree as a reader sees it, in one string. The rules are those of text_blocks.h.
#pragma once

#include "indexer/html/dom.h"

#include <string>
#include <string_view>

namespace trawl::html {

/// The visible text of `node`, blocks separated by a blank line, list items and table rows by a line end.
std::string visible_text(const Dom& dom, NodeId node);

/// The visible text of `node` on one line: for titles, names, links.
std::string line_text(const Dom& dom, NodeId node);

/// All characters of `node` as they stand, visible or not: for JSON-LD and other data in scripts.
std::string raw_text(const Dom& dom, NodeId node);

/// `text` with runs of white space (no-break spaces too) as single blanks, trimmed.
std::string squeeze(std::string_view text);

/// ASCII letters in lower case, digits, and everything beyond ASCII, nothing between: for comparing headings and titles.
std::string letters_of(std::string_view text);

/// The visible text of an HTML fragment, as feeds hold it. Empty if it cannot be parsed.
std::string fragment_text(std::string_view html);

} // namespace trawl::html
