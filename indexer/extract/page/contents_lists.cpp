// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/page/contents_lists.h"

#include "indexer/extract/page/block_features.h"

namespace trawl::extract {
namespace {

constexpr double kMostlyLink = 0.75;       ///< link density
constexpr std::size_t kFewestContents = 2; ///< entries

bool leads_into_page(const html::Dom& dom, const html::TextBlock& block) {
  if (block.kind != html::BlockKind::ListItem || link_density(block) <= kMostlyLink) return false;
  for (html::NodeId at = block.node; at < dom[block.node].end; ++at) {
    if (dom[at].tag == html::Tag::A && !dom.attribute(at, "href").starts_with('#')) return false;
  }
  return true;
}

} // namespace

std::vector<std::pair<std::size_t, std::size_t>> find_contents_lists(const html::Dom& dom,
                                                                     const std::vector<html::TextBlock>& blocks) {
  std::vector<std::pair<std::size_t, std::size_t>> lists;
  for (std::size_t begin = 0; begin < blocks.size(); ++begin) {
    std::size_t end = begin;
    while (end < blocks.size() && leads_into_page(dom, blocks[end])) ++end;
    if (end - begin < kFewestContents) continue;
    lists.emplace_back(begin, end);
    begin = end;
  }
  return lists;
}

} // namespace trawl::extract
