// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/removal/node_sums.h"

#include <numeric>

namespace trawl::extract {
namespace {

bool is_media(const html::Node& node) {
  using html::Tag;
  switch (node.tag) {
  case Tag::Img:
  case Tag::Picture:
  case Tag::Video:
  case Tag::Audio:
  case Tag::Iframe:
  case Tag::Object:
  case Tag::Canvas:
  case Tag::Noscript: // the image that a script would load
    return true;
  default:
    return node.text == "amp-img";
  }
}

} // namespace

void NodeSums::finish() { std::partial_sum(before_.begin(), before_.end(), before_.begin()); }

NodeSums count_media(const html::Dom& dom) {
  NodeSums media(dom.size());
  for (html::NodeId node = 0; node < dom.size(); ++node) {
    if (is_media(dom[node])) media.add(node, 1);
  }
  media.finish();
  return media;
}

} // namespace trawl::extract
