// SPDX-License-Identifier: GPL-3.0-or-later
/// Lists of teasers: links to other pages with a few words about each, in elements of the same tag and class.
#pragma once

#include "indexer/html/dom.h"
#include "indexer/html/text_blocks.h"

#include <cstdint>
#include <vector>

namespace trawl::extract {

/// Sums over the blocks inside one element. Sizes are in bytes of text.
struct ElementStats {
  double content_score = 0; ///< sum of content_score (block_features.h)
  std::uint32_t bytes = 0;
  std::uint32_t link_bytes = 0;    ///< inside links
  std::uint32_t running_bytes = 0; ///< of blocks of running text
  std::uint32_t blocks = 0;
  std::uint32_t link_lines = 0; ///< blocks that are almost only a link
};

/// The sums of every element, indexed by node. One pass over the blocks, one over the nodes.
std::vector<ElementStats> element_stats(const html::Dom& dom, const std::vector<html::TextBlock>& blocks);

/// The teasers of all lists of at least three, in document order. Empty if they contain most of the page's running
/// text, because the list is then the text.
std::vector<html::NodeId> find_teasers(const html::Dom& dom, const std::vector<ElementStats>& stats);

} // namespace trawl::extract
