// SPDX-License-Identifier: GPL-3.0-or-later
/// Code as its author wrote it: every space, tab and line break, and the language that the page names.
#pragma once

#include "indexer/html/dom.h"
#include "indexer/html/text_blocks.h"

#include <string>

namespace trawl::extract {

/// The characters inside `node`, without line numbers, buttons, hidden parts and `left_out`. Also removes blank lines
/// at both ends.
std::string code_text(const html::Dom& dom, html::NodeId node, const html::NodeSet& left_out, html::Hidden hidden);

/// The language named by a class of the element, of the code inside it or of the boxes around it; empty if none is
/// named.
std::string code_language(const html::Dom& dom, html::NodeId node);

/// Whether the table contains code with a column of line numbers. False for tables with a <pre>, which is then the
/// code.
bool is_code_table(const html::Dom& dom, html::NodeId table);
std::string code_table_text(const html::Dom& dom, html::NodeId table, const html::NodeSet& left_out,
                            html::Hidden hidden);

} // namespace trawl::extract
