// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/container.h"

#include "indexer/extract/content/paragraph_box.h"
#include "indexer/extract/page/block_features.h"
#include "indexer/extract/page/roles.h"

#include <algorithm>

namespace trawl::extract {

namespace {

using html::Dom;
using html::NodeId;
using html::Tag;

double bonus_of(const Dom& dom, NodeId node, std::uint8_t roles) {
  const Tag tag = dom[node].tag;
  double bonus = 1.0;
  if (tag == Tag::Article) bonus = 1.1;
  if (tag == Tag::Main || dom.attribute(node, "role") == "main") bonus = 1.05;
  if (roles & kContent) bonus = std::max(bonus, 1.15);
  if (dom.attribute(node, "itemprop") == "articleBody") bonus = 1.25;
  return bonus;
}

/// The nearest box around `node`: a paragraph, a list or an inline element never contains a whole article.
NodeId enclosing_box(const Dom& dom, NodeId node) {
  while (node != dom.body()) {
    const Tag tag = dom[node].tag;
    if (tag == Tag::Div || tag == Tag::Article || tag == Tag::Section || tag == Tag::Main || tag == Tag::Td ||
        tag == Tag::Unknown || tag == Tag::Center || tag == Tag::Form) {
      break;
    }
    node = dom[node].parent;
  }
  return node;
}

} // namespace

NodeId choose_container(const Dom& dom, const std::vector<std::uint8_t>& roles,
                        const std::vector<ElementStats>& stats) {
  NodeId best = dom.body();
  double best_score = 0;
  for (NodeId node = dom.body(); node < dom[dom.body()].end; ++node) {
    if (stats[node].content_score <= 0 || !dom.is_element(node)) continue;
    const double score = stats[node].content_score * bonus_of(dom, node, roles[node]);
    if (score >= best_score) best = node, best_score = score; // the last of equal ones
  }
  best = enclosing_box(dom, best);
  // A section of an outline is only a part of the text, however large.
  while (best != dom.body() && is_outline_section(dom, best)) best = enclosing_box(dom, dom[best].parent);
  return best;
}

} // namespace trawl::extract
