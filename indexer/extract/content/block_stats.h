// SPDX-License-Identifier: GPL-3.0-or-later
/// Sums over the blocks inside every element, computed in one pass from the leaves up.
#pragma once

#include "indexer/html/dom.h"
#include "indexer/html/text_blocks.h"

#include <cstdint>
#include <vector>

namespace trawl::extract {

/// The share of a block's text that is inside links, 0 to 1.
double link_share(const html::TextBlock& block);

/// Whether a block is running text: long, or a sentence; no heading, no caption, no line of links.
bool is_running(const html::TextBlock& block);

/// What one block says about the element that holds it: its bytes if running text, negative for furniture.
double worth_of(const html::TextBlock& block);

/// All in bytes of text but the counts.
struct BlockStats {
  double worth = 0; ///< sum of worth_of
  std::uint32_t bytes = 0;
  std::uint32_t links = 0;   ///< inside links
  std::uint32_t running = 0; ///< of running blocks
  std::uint32_t blocks = 0;
  std::uint32_t link_lines = 0; ///< blocks that are a link and nothing else
};

/// By node.
std::vector<BlockStats> block_stats(const html::Dom& dom, const std::vector<html::TextBlock>& blocks);

} // namespace trawl::extract
