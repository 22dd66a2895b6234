// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/main_content.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "indexer/extract/block_stats.h"
#include "indexer/extract/boilerplate.h"
#include "indexer/extract/candidates.h"
#include "indexer/extract/card_lists.h"
#include "indexer/extract/cleaning.h"
#include "indexer/extract/page_kind.h"
#include "indexer/extract/standfirst.h"
#include "indexer/html/text_blocks.h"

namespace trawl::extract {
namespace {

using html::Dom;
using html::NodeId;

constexpr std::size_t kShort = 500;         ///< bytes of text under which a second, less strict reading is tried
constexpr std::size_t kNearlyNothing = 150; ///< bytes under which even comments and noscript may be all there is

/// Blocks inside any of `tops`, which lie in document order and apart from each other, go.
void drop_blocks(const Dom& dom, std::vector<html::TextBlock>& blocks, const std::vector<NodeId>& tops) {
  html::NodeSet inside(dom);
  for (const NodeId top : tops) {
    for (NodeId node = top; node < dom[top].end; ++node) inside.insert(node);
  }
  std::erase_if(blocks, [&](const html::TextBlock& block) { return inside.contains(block.node); });
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
  std::vector<html::TextBlock> blocks = html::text_blocks(dom, dom.body(), page.removed, reading.hidden);
  std::vector<BlockStats> stats = block_stats(dom, blocks);
  if (reading.strictness == Strictness::Strict && !reading.is_discussion) {
    if (const auto cards = find_cards(dom, stats); !cards.empty()) {
      drop_blocks(dom, blocks, cards);
      stats = block_stats(dom, blocks);
    }
  }
  const NodeId container = choose_container(dom, page, stats);
  const auto is_before = [&](const html::TextBlock& block) { return block.node < container; };
  std::vector<html::TextBlock> before(blocks.begin(), std::ranges::find_if_not(blocks, is_before));
  std::erase_if(blocks, [&](const html::TextBlock& block) { return !dom.contains(container, block.node); });
  std::vector<html::TextBlock> kept = find_standfirst(dom, before);
  std::ranges::move(clean(dom, std::move(blocks),
                          {reading.hints.title, reading.is_discussion, reading.hints.authors, reading.hints.is_dated}),
                    std::back_inserter(kept));
  return {html::join(kept), container};
}

} // namespace

MainContent read_main_content(const Dom& dom, const ContentHints& hints) {
  if (dom.body() == html::kNoNode) return {};
  Reading reading{hints};
  reading.is_discussion = is_discussion(dom, hints.url);
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
  }
  return best;
}

} // namespace trawl::extract
