// SPDX-License-Identifier: GPL-3.0-or-later
/// The text of a subtree as a reader sees it, in one string, by the rules of text_blocks.h.
#pragma once

#include "indexer/html/dom.h"

#include <string>
#include <string_view>

namespace trawl::html {

/// The visible text of `node`. Blank lines separate blocks; line feeds separate list items and table rows.
std::string visible_text(const Dom& dom, NodeId node);

/// The visible text of `node` on one line, for titles, names and links.
std::string line_text(const Dom& dom, NodeId node);

/// All text of `node`, visible or not, for JSON-LD and other data in scripts.
std::string raw_text(const Dom& dom, NodeId node);

/// Strips and collapses white space (Infra Standard §4.7), including no-break spaces.
std::string squeeze(std::string_view text);

/// Only letters (ASCII ones in lower case), digits and characters beyond ASCII, to compare headings and titles.
std::string letters_of(std::string_view text);

/// The visible text of an HTML fragment; empty if it cannot be parsed.
std::string fragment_text(std::string_view html);

} // namespace trawl::html
