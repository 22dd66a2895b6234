// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/card_lists.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>

#include "indexer/extract/content/text_flow.h"

namespace trawl::extract {
namespace {

using html::Dom;
using html::kNoNode;
using html::NodeId;
using html::Tag;

constexpr std::uint32_t kCardText = 450; ///< bytes of running text; a section of an article has more
constexpr std::uint32_t kFewest = 3;     ///< cards that make a list

bool may_be_card(Tag tag) {
  return tag == Tag::Div || tag == Tag::Li || tag == Tag::Article || tag == Tag::Section || tag == Tag::A ||
         tag == Tag::Unknown;
}

bool is_card(const BlockStats& stats) { return stats.link_lines > 0 && stats.blocks > 1 && stats.running <= kCardText; }

/// An element and those of its later siblings that look like it and have text.
struct Row {
  NodeId next = kNoNode;   ///< the next of them
  std::uint32_t size = 0;  ///< how many there are from here on
  std::uint32_t cards = 0; ///< how many of those are cards
};

/// By node. One pass from the last sibling to the first, since there may be any number of siblings and kinds of them.
std::vector<Row> find_rows(const Dom& dom, const std::vector<BlockStats>& stats) {
  std::vector<Row> rows(dom.size());
  std::map<std::tuple<NodeId, Tag, std::string_view>, NodeId> nearest;
  for (NodeId node = dom[dom.body()].end; node-- > dom.body() + 1;) {
    if (!may_be_card(dom[node].tag) || stats[node].blocks == 0) continue;
    NodeId& next =
        nearest.try_emplace({dom[node].parent, dom[node].tag, first_class(dom, node)}, kNoNode).first->second;
    const Row after = next == kNoNode ? Row{} : rows[next];
    rows[node] = {next, after.size + 1, after.cards + (is_card(stats[node]) ? 1 : 0)};
    next = node;
  }
  return rows;
}

} // namespace

std::vector<NodeId> find_cards(const Dom& dom, const std::vector<BlockStats>& stats) {
  std::vector<NodeId> cards;
  std::uint64_t running = 0;
  const std::vector<Row> rows = find_rows(dom, stats);
  for (NodeId node = dom.body() + 1; node < dom[dom.body()].end; ++node) {
    if (!may_be_card(dom[node].tag) || stats[node].blocks == 0) continue;
    const bool is_inner_article =
        dom[node].tag == Tag::Article && dom.closest(dom[node].parent, Tag::Article) != kNoNode;
    if ((!is_card(stats[node]) && !is_inner_article) || is_in_footnotes(dom, node)) continue;
    const Row& row = rows[node];
    const bool are_inner_articles = is_inner_article && row.size >= 2;
    if (!are_inner_articles && (row.size < kFewest || row.cards * 10ull < row.size * 8ull)) continue;
    NodeId last = node;
    for (NodeId card = node; card != kNoNode; card = rows[card].next) {
      cards.push_back(card);
      running += stats[card].running;
      last = card;
    }
    node = dom[last].end - 1;
  }
  if (running * 10 > stats[dom.body()].running * 7ull) return {};
  return cards;
}

} // namespace trawl::extract
