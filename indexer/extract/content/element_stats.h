// SPDX-License-Identifier: GPL-3.0-or-later
/// Sums of block features over every element of a page.
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

} // namespace trawl::extract
