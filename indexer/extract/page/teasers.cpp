// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/page/teasers.h"

#include "indexer/extract/page/block_features.h"

#include <map>
#include <string_view>
#include <tuple>

namespace trawl::extract {

namespace {

using html::Dom;
using html::kNoNode;
using html::NodeId;
using html::Tag;

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

constexpr std::uint32_t kTeaserText = 450; ///< bytes of running text; a section of an article has more
constexpr std::uint32_t kShortestList = 3; ///< teasers

bool may_be_teaser(Tag tag) {
  return tag == Tag::Div || tag == Tag::Li || tag == Tag::Article || tag == Tag::Section || tag == Tag::A ||
         tag == Tag::Unknown;
}

bool is_teaser(const ElementStats& stats) {
  return stats.link_lines > 0 && stats.blocks > 1 && stats.running_bytes <= kTeaserText;
}

/// An element and its later siblings with the same tag and class that have text.
struct Siblings {
  NodeId next = kNoNode;
  std::uint32_t size = 0;    ///< the element and all those after it
  std::uint32_t teasers = 0; ///< how many of them have the form of teasers
};

/// The siblings by node. One pass from the last node to the first, because an element may have any number of siblings.
std::vector<Siblings> find_siblings(const Dom& dom, const std::vector<ElementStats>& stats) {
  std::vector<Siblings> siblings(dom.size());
  std::map<std::tuple<NodeId, Tag, std::string_view>, NodeId> nearest;
  for (NodeId node = dom[dom.body()].end; node-- > dom.body() + 1;) {
    if (!may_be_teaser(dom[node].tag) || stats[node].blocks == 0) continue;
    NodeId& next =
        nearest.try_emplace({dom[node].parent, dom[node].tag, first_class(dom, node)}, kNoNode).first->second;
    const Siblings after = next == kNoNode ? Siblings{} : siblings[next];
    siblings[node] = {next, after.size + 1, after.teasers + (is_teaser(stats[node]) ? 1 : 0)};
    next = node;
  }
  return siblings;
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

std::vector<NodeId> find_teasers(const Dom& dom, const std::vector<ElementStats>& stats) {
  std::vector<NodeId> teasers;
  std::uint64_t running = 0;
  const std::vector<Siblings> siblings = find_siblings(dom, stats);
  for (NodeId node = dom.body() + 1; node < dom[dom.body()].end; ++node) {
    if (!may_be_teaser(dom[node].tag) || stats[node].blocks == 0) continue;
    if (!is_teaser(stats[node]) || is_in_footnotes(dom, node) || is_outline_section(dom, node)) continue;
    const Siblings& list = siblings[node];
    if (list.size < kShortestList || list.teasers * 10ull < list.size * 8ull) continue;
    NodeId last = node;
    for (NodeId teaser = node; teaser != kNoNode; teaser = siblings[teaser].next) {
      teasers.push_back(teaser);
      running += stats[teaser].running_bytes;
      last = teaser;
    }
    node = dom[last].end - 1;
  }
  return running * 10 > stats[dom.body()].running_bytes * 7ull ? std::vector<NodeId>{} : teasers;
}

} // namespace trawl::extract
