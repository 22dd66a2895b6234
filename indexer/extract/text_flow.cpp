// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/text_flow.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

#include "indexer/extract/block_stats.h"

namespace trawl::extract {
namespace {

using html::BlockKind;
using html::Dom;
using html::NodeId;
using html::Tag;
using html::TextBlock;

/// A headline that is a link, and a sentence about what it leads to.
bool is_teaser(const TextBlock& block) { return block.kind == BlockKind::ListItem && link_share(block) >= 0.15; }

bool is_list_or_table(Tag tag) { return tag == Tag::Ul || tag == Tag::Ol || tag == Tag::Dl || tag == Tag::Table; }

} // namespace

NodeId box_of(const Dom& dom, const TextBlock& block) {
  NodeId node = block.node;
  for (;;) {
    const Tag tag = dom[node].tag;
    node = dom[node].parent;
    const bool is_inside_list =
        tag == Tag::Li || tag == Tag::Dt || tag == Tag::Dd || tag == Tag::Tr || tag == Tag::Tbody;
    if (!is_inside_list || node == dom.body()) return node;
    if (!is_list_or_table(dom[node].tag)) continue;
    node = dom[node].parent;
    if (dom[node].tag != Tag::Li) return node;
  }
}

NodeId find_flow(const Dom& dom, const std::vector<TextBlock>& blocks) {
  const auto find = [&](auto&& counts) {
    std::unordered_map<NodeId, std::size_t> bytes_in;
    std::size_t all = 0;
    for (const TextBlock& block : blocks) {
      if (!is_running(block) || !counts(block)) continue;
      bytes_in[box_of(dom, block)] += block.text.size();
      all += block.text.size();
    }
    const auto most = std::ranges::max_element(bytes_in, {}, [](const auto& entry) { return entry.second; });
    return most != bytes_in.end() && most->second * 2 > all ? most->first : html::kNoNode;
  };
  const auto is_prose = [](const TextBlock& block) { return block.kind != BlockKind::Code && !is_teaser(block); };
  const bool has_prose =
      std::ranges::any_of(blocks, [&](const auto& block) { return is_running(block) && is_prose(block); });
  return has_prose ? find(is_prose) : find([](const TextBlock&) { return true; });
}

} // namespace trawl::extract
