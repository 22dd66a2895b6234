// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/card_lists.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "indexer/extract/text_flow.h"

namespace trawl::extract {
namespace {

using html::Dom;
using html::kNoNode;
using html::NodeId;
using html::Tag;

constexpr std::uint32_t kCardText = 450; ///< bytes of running text; a section of an article has more
constexpr std::size_t kFewest = 3;       ///< cards that make a list

bool may_be_card(Tag tag) {
  return tag == Tag::Div || tag == Tag::Li || tag == Tag::Article || tag == Tag::Section || tag == Tag::A ||
         tag == Tag::Unknown;
}

bool is_card(const BlockStats& stats) { return stats.link_lines > 0 && stats.blocks > 1 && stats.running <= kCardText; }

/// The children of `parent` that look like `model` and have text.
std::vector<NodeId> alike(const Dom& dom, NodeId model, const std::vector<BlockStats>& stats) {
  std::vector<NodeId> found;
  for (NodeId child = model; child != kNoNode; child = dom[child].next_sibling) {
    if (dom[child].tag == dom[model].tag && stats[child].blocks > 0 &&
        first_class(dom, child) == first_class(dom, model)) {
      found.push_back(child);
    }
  }
  return found;
}

} // namespace

std::vector<NodeId> find_cards(const Dom& dom, const std::vector<BlockStats>& stats) {
  std::vector<NodeId> cards;
  std::uint64_t running = 0;
  for (NodeId node = dom.body() + 1; node < dom[dom.body()].end; ++node) {
    if (!may_be_card(dom[node].tag) || stats[node].blocks == 0) continue;
    const bool is_inner_article =
        dom[node].tag == Tag::Article && dom.closest(dom[node].parent, Tag::Article) != kNoNode;
    if ((!is_card(stats[node]) && !is_inner_article) || is_in_footnotes(dom, node)) continue;
    const std::vector<NodeId> group = alike(dom, node, stats);
    const auto count = std::ranges::count_if(group, [&](NodeId it) { return is_card(stats[it]); });
    const bool are_inner_articles = is_inner_article && group.size() >= 2;
    if (!are_inner_articles && (group.size() < kFewest || static_cast<std::size_t>(count) * 10 < group.size() * 8))
      continue;
    for (const NodeId card : group) {
      cards.push_back(card);
      running += stats[card].running;
    }
    node = dom[group.back()].end - 1;
  }
  if (running * 10 > stats[dom.body()].running * 7ull) return {};
  return cards;
}

} // namespace trawl::extract
