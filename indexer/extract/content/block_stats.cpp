// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/block_stats.h"

#include "indexer/extract/content/line_features.h"

namespace trawl::extract {
namespace {

using html::BlockKind;
using html::NodeId;

constexpr std::size_t kParagraph = 80; ///< bytes of a block that is surely running text
constexpr std::size_t kSentence = 30;  ///< bytes, if it ends as sentences do

} // namespace

double link_share(const html::TextBlock& block) {
  return static_cast<double>(block.link_bytes) / static_cast<double>(block.text.size());
}

bool is_running(const html::TextBlock& block) {
  if (block.kind == BlockKind::Heading || block.kind == BlockKind::Caption || link_share(block) > 0.5) return false;
  if (block.kind == BlockKind::Code) return true;
  return block.text.size() >= kParagraph || (block.text.size() >= kSentence && ends_sentence(block.text));
}

double worth_of(const html::TextBlock& block) {
  const double length = static_cast<double>(block.text.size());
  const double links = link_share(block);
  switch (block.kind) {
  case BlockKind::Heading:
    return links > 0.5 ? -length : 0;
  case BlockKind::Caption:
    return 0;
  case BlockKind::Code:
    return 0.5 * length;
  case BlockKind::Row:
    return links > 0.5 ? -length : 0.2 * length;
  case BlockKind::ListItem:
  case BlockKind::Paragraph:
    break;
  }
  if (links > 0.5) return block.kind == BlockKind::ListItem ? -0.25 * length : -length;
  if (length >= 100 || (length >= 40 && ends_sentence(block.text))) return length * (1 - links);
  return block.kind == BlockKind::ListItem ? 0 : -0.2 * length;
}

std::vector<BlockStats> block_stats(const html::Dom& dom, const std::vector<html::TextBlock>& blocks) {
  std::vector<BlockStats> stats(dom.size());
  for (const html::TextBlock& block : blocks) {
    BlockStats& here = stats[block.node];
    here.worth += worth_of(block);
    here.bytes += static_cast<std::uint32_t>(block.text.size());
    here.links += static_cast<std::uint32_t>(block.link_bytes);
    here.running += is_running(block) ? static_cast<std::uint32_t>(block.text.size()) : 0;
    ++here.blocks;
    here.link_lines += link_share(block) > 0.8 ? 1 : 0;
  }
  for (NodeId node = dom.size(); node-- > 1;) {
    const BlockStats& here = stats[node];
    if (here.blocks == 0) continue;
    BlockStats& above = stats[dom[node].parent];
    above.worth += here.worth;
    above.bytes += here.bytes;
    above.links += here.links;
    above.running += here.running;
    above.blocks += here.blocks;
    above.link_lines += here.link_lines;
  }
  return stats;
}

} // namespace trawl::extract
