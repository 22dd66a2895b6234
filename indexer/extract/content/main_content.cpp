// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/main_content.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "indexer/extract/content/block_stats.h"
#include "indexer/extract/content/boilerplate.h"
#include "indexer/extract/content/candidates.h"
#include "indexer/extract/content/card_lists.h"
#include "indexer/extract/content/cleaning.h"
#include "indexer/extract/content/end_marker.h"
#include "indexer/extract/content/standfirst.h"
#include "indexer/extract/page_kind.h"
#include "indexer/html/text_blocks.h"

namespace trawl::extract {
namespace {

using html::Dom;
using html::NodeId;

constexpr std::size_t kShort = 500;         ///< bytes of text under which a second, less strict reading is tried
constexpr std::size_t kNearlyNothing = 150; ///< bytes under which even comments and noscript may be all there is

using Blocks = std::vector<html::TextBlock>;

/// All nodes inside any of `tops`, which lie in document order and apart from each other.
html::NodeSet all_inside(const Dom& dom, const std::vector<NodeId>& tops) {
  html::NodeSet inside(dom);
  for (const NodeId top : tops) {
    for (NodeId node = top; node < dom[top].end; ++node) inside.insert(node);
  }
  return inside;
}

std::vector<BlockStats> stats_without(const Dom& dom, Blocks blocks, const html::NodeSet& left_out) {
  std::erase_if(blocks, [&](const html::TextBlock& block) { return left_out.contains(block.node); });
  return block_stats(dom, blocks);
}

/// A page that is no article may have no box worth more than the others; then all of it is the text.
NodeId widen(const Dom& dom, NodeId container, const std::vector<BlockStats>& stats) {
  const NodeId body = dom.body(), main = dom.first(html::Tag::Main, body);
  if (stats[container].bytes * 5ull >= stats[body].bytes) return container;
  return main != html::kNoNode && stats[main].bytes * 2ull > stats[body].bytes ? main : body;
}

/// One way to read the page.
struct Reading {
  const ContentHints& hints;
  Strictness strictness = Strictness::Strict;
  bool is_discussion = false;
  html::Hidden hidden = html::Hidden::Shown;
};

MainContent read_once(const Dom& dom, const Reading& reading) {
  const Boilerplate page = find_boilerplate(dom, reading.strictness, reading.is_discussion);
  Blocks blocks = html::text_blocks(dom, dom.body(), page.removed, reading.hidden);
  const std::vector<BlockStats> stats = block_stats(dom, blocks);
  const bool has_cards = reading.strictness == Strictness::Strict && !reading.is_discussion;
  const std::vector<NodeId> cards = has_cards ? find_cards(dom, stats) : std::vector<NodeId>{};
  const html::NodeSet in_cards = all_inside(dom, cards);
  NodeId container = choose_container(dom, page, cards.empty() ? stats : stats_without(dom, blocks, in_cards));
  if (!reading.hints.is_dated && !reading.is_discussion) container = widen(dom, container, stats);

  const auto is_before = [&](const html::TextBlock& block) { return block.node < container; };
  Blocks before(blocks.begin(), std::ranges::find_if_not(blocks, is_before));
  std::erase_if(before, [&](const html::TextBlock& block) { return in_cards.contains(block.node); });
  std::erase_if(blocks, [&](const html::TextBlock& block) { return !dom.contains(container, block.node); });
  Blocks kept = find_standfirst(dom, before);
  const KnownAbout known{reading.hints.title, reading.is_discussion, reading.hints.authors, reading.hints.is_dated,
                         &in_cards};
  std::ranges::move(clean(dom, std::move(blocks), known), std::back_inserter(kept));
  return {html::join(kept), container};
}

} // namespace

MainContent read_main_content(const Dom& dom, const ContentHints& hints) {
  if (dom.body() == html::kNoNode) return {};
  Reading reading{hints};
  const bool is_forum = is_discussion(dom, hints.url);
  reading.is_discussion = is_forum;
  MainContent best = read_once(dom, reading);
  const auto retry_below = [&](std::size_t bytes) {
    if (best.text.size() >= bytes) return;
    MainContent again = read_once(dom, reading);
    if (again.text.size() > 2 * best.text.size()) best = std::move(again);
  };
  reading.strictness = Strictness::Lenient;
  retry_below(kShort);
  reading.is_discussion = true;
  retry_below(kNearlyNothing);
  reading.hidden = html::Hidden::ShownWithNoscript;
  retry_below(kNearlyNothing);
  if (hints.article_body.size() >= kShort && hints.article_body.size() > 2 * best.text.size()) {
    best.text = hints.article_body; // the page draws its text by script from the data it carries
  } else if (!is_forum) {
    best.text.resize(stated_end(best.text, hints.article_body));
  }
  return best;
}

} // namespace trawl::extract
