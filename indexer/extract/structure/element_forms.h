// SPDX-License-Identifier: GPL-3.0-or-later
/// What lists and tables of a page are: done tasks, rows of names, tables that only arrange the page.
#pragma once

#include "indexer/html/dom.h"
#include "shared/content/content.h"

#include <cstdint>

namespace trawl::extract {

/// The state of the checkbox that an item begins with.
content::TaskState task_state(const html::Dom& dom, html::NodeId item);

/// A table without rows and columns to read: it arranges the page, or the page says so.
bool is_layout_table(const html::Dom& dom, html::NodeId table);

/// A row that names the columns.
bool is_head_row(const html::Dom& dom, html::NodeId row);

/// The number in an attribute, at least `least` and at most `most`; `least` if there is none.
std::uint32_t number_of(const html::Dom& dom, html::NodeId node, std::string_view name, std::uint32_t least,
                        std::uint32_t most);

/// A <span> or <font> that is set in a monospaced font, as code is where the author had no element for it.
bool is_monospaced(const html::Dom& dom, html::NodeId node);

/// A <pre> with verses: lines without code.
bool is_verse(const html::Dom& dom, html::NodeId pre);

} // namespace trawl::extract
