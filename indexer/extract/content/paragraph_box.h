// SPDX-License-Identifier: GPL-3.0-or-later
/// The paragraph box: the element whose children are most of the article's paragraphs.
#pragma once

#include "indexer/html/dom.h"
#include "indexer/html/text_blocks.h"

#include <string_view>
#include <vector>

namespace trawl::extract {

/// The first class of an element, which usually names its kind; empty if it has none. The view lives as long as `dom`.
std::string_view first_class(const html::Dom& dom, html::NodeId node);

/// Whether the element is a section of an outline, as Pandoc and Sphinx wrap them: it begins with a heading below h1
/// that leads nowhere else.
bool is_outline_section(const html::Dom& dom, html::NodeId node);

/// The element a block is a child of; for list items and table rows, the parent of the outermost list or table.
/// Sections of an outline, quotes, and figures that were never closed do not count.
html::NodeId box_around(const html::Dom& dom, html::NodeId block);

/// The same, but a paragraph of a list item counts as the item.
html::NodeId box_around_item(const html::Dom& dom, html::NodeId block);

/// The box that has more than half of the running text as children; kNoNode if there is none. Code is often in boxes
/// of its own, and lists of teasers are not an article, so neither counts unless there is nothing else.
html::NodeId find_paragraph_box(const html::Dom& dom, const std::vector<html::TextBlock>& blocks);

/// For an article without such a box: the one that has more of the running text than any other, at least a fifth of it,
/// and together with the boxes inside it more than half. Its paragraphs are between list items or boxes with text.
html::NodeId find_spread_paragraph_box(const html::Dom& dom, const std::vector<html::TextBlock>& blocks);

/// Whether `node` is a footnote or inside the list of footnotes.
bool is_in_footnotes(const html::Dom& dom, html::NodeId node);

} // namespace trawl::extract
