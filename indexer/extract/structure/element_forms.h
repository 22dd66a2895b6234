// SPDX-License-Identifier: GPL-3.0-or-later
/// Recognises special forms of lists, tables and text: task lists, header rows, layout tables, monospaced text, verse.
#pragma once

#include "indexer/html/dom.h"
#include "shared/content/content.h"

#include <cstdint>

namespace trawl::extract {

/// The state of the checkbox at the beginning of an item.
content::TaskState task_state(const html::Dom& dom, html::NodeId item);

/// Whether the table only arranges the page, by its form or because the page says so.
bool is_layout_table(const html::Dom& dom, html::NodeId table);

/// Whether the row names the columns.
bool is_head_row(const html::Dom& dom, html::NodeId row);

/// The number in an attribute, at least `least` and at most `most`; `least` if there is none.
std::uint32_t number_of(const html::Dom& dom, html::NodeId node, std::string_view name, std::uint32_t least,
                        std::uint32_t most);

/// Whether the element is a <span> or <font> in a monospaced font, which authors use for code if they have no element
/// for it.
bool is_monospaced(const html::Dom& dom, html::NodeId node);

/// Whether the <pre> contains verse instead of code.
bool is_verse(const html::Dom& dom, html::NodeId pre);

} // namespace trawl::extract
