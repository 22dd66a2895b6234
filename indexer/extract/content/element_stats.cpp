// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/element_stats.h"

#include "indexer/extract/page/block_features.h"

namespace trawl::extract {
namespace {

void add_block(ElementStats& stats, const html::TextBlock& block) {
  const auto bytes = static_cast<std::uint32_t>(block.text.size());
  stats.content_score += content_score(block);
  stats.bytes += bytes;
  stats.link_bytes += static_cast<std::uint32_t>(block.link_bytes);
  stats.running_bytes += is_running_text(block) ? bytes : 0;
  ++stats.blocks;
  stats.link_lines += link_density(block) > 0.8 ? 1 : 0;
}

void add_child(ElementStats& parent, const ElementStats& child) {
  parent.content_score += child.content_score;
  parent.bytes += child.bytes;
  parent.link_bytes += child.link_bytes;
  parent.running_bytes += child.running_bytes;
  parent.blocks += child.blocks;
  parent.link_lines += child.link_lines;
}

} // namespace

std::vector<ElementStats> element_stats(const html::Dom& dom, const std::vector<html::TextBlock>& blocks) {
  std::vector<ElementStats> stats(dom.size());
  for (const html::TextBlock& block : blocks) add_block(stats[block.node], block);
  for (html::NodeId node = dom.size(); node-- > 1;) { // children have greater ids than their parents
    if (stats[node].blocks > 0) add_child(stats[dom[node].parent], stats[node]);
  }
  return stats;
}

} // namespace trawl::extract
