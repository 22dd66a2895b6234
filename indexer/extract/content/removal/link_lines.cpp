// SPDX-License-Identifier: GPL-3.0-or-later
// Lines that are almost only a link, unless the text introduces them.
#include <cstddef>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "indexer/extract/content/block_features.h"
#include "indexer/extract/content/line_features.h"
#include "indexer/extract/content/removal/article_blocks.h"
#include "indexer/extract/content/removal/block_rules.h"

namespace trawl::extract {
namespace {

using html::BlockKind;
using html::NodeId;
using html::Tag;
using html::TextBlock;

NodeId list_around(const html::Dom& dom, const TextBlock& block) {
  NodeId node = block.node;
  while (node != html::kNoNode && dom[node].tag != Tag::Ul && dom[node].tag != Tag::Ol && dom[node].tag != Tag::Dl) {
    node = dom[node].parent;
  }
  return node;
}

/// A heading, or a paragraph like "Many patches were sent:", makes the list after it part of the text, even if it is
/// a list of links.
bool introduces_list(const ArticleBlocks& article, const TextBlock& block) {
  const bool is_opening =
      block.kind == BlockKind::Heading || (block.kind == BlockKind::Paragraph && block.text.ends_with(':'));
  return is_opening && article.is_among_paragraphs(block) && link_density(block) < 0.5 &&
         !is_publisher_paragraph(article, block) && !is_boilerplate_text(article, block) &&
         !is_end_marker_line(block.text);
}

/// Lists whose items are mostly text, and lists that the text introduces. Their items may be links.
std::unordered_set<NodeId> find_text_lists(const ArticleBlocks& article) {
  std::unordered_map<NodeId, std::pair<std::size_t, std::size_t>> sums; // bytes, and bytes inside links
  for (std::size_t i = 0; i < article.size(); ++i) {
    if (article[i].kind != BlockKind::ListItem) continue;
    auto& [bytes, links] = sums[list_around(article.dom(), article[i])];
    bytes += article[i].text.size();
    links += article[i].link_bytes;
  }
  std::unordered_set<NodeId> text_lists;
  for (const auto& [list, sum] : sums) {
    if (sum.second * 2 < sum.first) text_lists.insert(list);
  }
  for (std::size_t i = 1; i < article.size(); ++i) {
    if (article[i].kind == BlockKind::ListItem && introduces_list(article, article[i - 1])) {
      text_lists.insert(list_around(article.dom(), article[i]));
    }
  }
  return text_lists;
}

} // namespace

void remove_link_lines(ArticleBlocks& article) {
  const std::unordered_set<NodeId> text_lists = find_text_lists(article);
  for (std::size_t i = 0; i < article.size(); ++i) {
    const TextBlock& block = article[i];
    if (block.kind == BlockKind::Code || block.kind == BlockKind::Row || link_density(block) <= 0.75) continue;
    const bool is_in_text_list =
        block.kind == BlockKind::ListItem && text_lists.contains(list_around(article.dom(), block));
    if (!is_in_text_list && !is_reference(article, block) && !heads_paragraph(article, i)) article.remove(i);
  }
}

} // namespace trawl::extract
