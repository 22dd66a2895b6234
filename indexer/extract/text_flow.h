// SPDX-License-Identifier: GPL-3.0-or-later
/// Where an article runs: the box in which most of its paragraphs follow each other.
#pragma once

#include "indexer/html/dom.h"
#include "indexer/html/text_blocks.h"

#include <vector>

namespace trawl::extract {

/// The box a block stands in: the parent of its paragraph, or of the list or table around it.
html::NodeId box_of(const html::Dom& dom, const html::TextBlock& block);

/// The box most of the running text stands in, if it is most of it; else kNoNode. Code stands in boxes of its own, and
/// lists of teasers are no article: neither is counted unless there is nothing else.
html::NodeId find_flow(const html::Dom& dom, const std::vector<html::TextBlock>& blocks);

} // namespace trawl::extract
