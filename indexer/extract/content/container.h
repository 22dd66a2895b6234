// SPDX-License-Identifier: GPL-3.0-or-later
/// Chooses the element that contains the main text.
///
/// Every element is a candidate. Its content score is the sum over the blocks inside it: running text adds to it, menus
/// and lists of links subtract from it. So the best candidate contains most of the text with the least boilerplate (a
/// maximum-sum subtree). Elements marked as the article (itemprop=articleBody, class "entry-content", <article>) get a
/// small bonus.
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

/// The box around the best candidate; the body if no element has a positive score. `roles` (roles.h) and `stats`
/// are indexed by node.
html::NodeId choose_container(const html::Dom& dom, const std::vector<std::uint8_t>& roles,
                              const std::vector<ElementStats>& stats);

} // namespace trawl::extract
