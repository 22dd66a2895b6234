// SPDX-License-Identifier: GPL-3.0-or-later
/// Where an article runs: the box in which most of its paragraphs follow each other.
#pragma once

#include "indexer/html/dom.h"
#include "indexer/html/text_blocks.h"

#include <string_view>
#include <vector>

namespace trawl::extract {

/// The first class of an element, which mostly says what it is; empty if it has none. Lives as long as `dom`.
std::string_view first_class(const html::Dom& dom, html::NodeId node);

/// The box a block stands in: the parent of its paragraph, or of the list or table around it.
html::NodeId box_of(const html::Dom& dom, const html::TextBlock& block);

/// The box most of the running text stands in, if it is most of it; else kNoNode. Code stands in boxes of its own, and
/// lists of teasers are no article: neither is counted unless there is nothing else.
html::NodeId find_flow(const html::Dom& dom, const std::vector<html::TextBlock>& blocks);

/// Whether `node` is a footnote, or stands among the footnotes.
bool is_in_footnotes(const html::Dom& dom, html::NodeId node);

} // namespace trawl::extract
