// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/candidates.h"

#include <algorithm>

namespace trawl::extract {
namespace {

using html::Dom;
using html::NodeId;
using html::Tag;

double weight_of(const Dom& dom, NodeId node, std::uint8_t roles) {
  const Tag tag = dom[node].tag;
  double weight = 1.0;
  if (tag == Tag::Article) weight = 1.1;
  if (tag == Tag::Main || dom.attribute(node, "role") == "main") weight = 1.05;
  if (roles & kContent) weight = std::max(weight, 1.15);
  if (dom.attribute(node, "itemprop") == "articleBody") weight = 1.25;
  return weight;
}

/// A single paragraph, list or inline element is never the place of an article; its box is.
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

NodeId choose_container(const Dom& dom, const Boilerplate& page, const std::vector<BlockStats>& stats) {
  NodeId best = dom.body();
  double best_score = 0;
  for (NodeId node = dom.body(); node < dom[dom.body()].end; ++node) {
    if (stats[node].worth <= 0 || !dom.is_element(node)) continue;
    const double score = stats[node].worth * weight_of(dom, node, page.roles[node]);
    if (score >= best_score) best = node, best_score = score;
  }
  return enclosing_box(dom, best);
}

} // namespace trawl::extract
