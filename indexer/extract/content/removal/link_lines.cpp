// SPDX-License-Identifier: GPL-3.0-or-later
// Lines that are almost only a link, unless the text introduces them.
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "indexer/extract/content/line_features.h"
#include "indexer/extract/content/paragraph_box.h"
#include "indexer/extract/content/removal/article_blocks.h"
#include "indexer/extract/content/removal/block_rules.h"
#include "indexer/extract/page/block_features.h"
#include "indexer/extract/page/contents_lists.h"
#include "shared/url/canonical.h"

namespace trawl::extract {
namespace {

constexpr double kMostlyLink = 0.75;      ///< link density
constexpr html::NodeId kLargestLine = 64; ///< nodes
constexpr std::size_t kLongestLabel = 40; ///< bytes of its heading: "On this page", "Jump to:"

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
bool introduces_list(const ArticleBlocks& article, std::size_t i) {
  const TextBlock& block = article[i];
  const bool is_opening =
      block.kind == BlockKind::Heading || (block.kind == BlockKind::Paragraph && block.text.ends_with(':'));
  return is_opening && article.is_among_paragraphs(block) && link_density(block) < 0.5 &&
         !is_publisher_paragraph(article, block) && !is_boilerplate_text(article, i);
}

/// Finds the lists whose items are mostly text, and the lists that the text introduces. Items of these lists may be
/// links.
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
    if (article[i].kind == BlockKind::ListItem && introduces_list(article, i - 1)) {
      text_lists.insert(list_around(article.dom(), article[i]));
    }
  }
  return text_lists;
}

/// Whether a link leads to another registrable domain than the page's.
bool leads_to_other_site(std::string_view own_site, std::string_view href) {
  if (!href.starts_with("//") && href.find("://") == std::string_view::npos) return false; // relative
  const std::string site = url::site(href.starts_with("//") ? "https:" + std::string(href) : std::string(href));
  return !site.empty() && site != own_site;
}

} // namespace

void remove_contents_lists(ArticleBlocks& article) {
  for (auto [begin, end] : find_contents_lists(article.dom(), article.blocks())) {
    if (begin > 0 && article[begin - 1].text.size() <= kLongestLabel && article[begin - 1].kind != BlockKind::ListItem)
      article.remove(begin - 1);
    for (; begin < end; ++begin) article.remove(begin);
  }
}

bool points_outward(const ArticleBlocks& article, std::size_t i) {
  const TextBlock& block = article[i];
  const html::Dom& dom = article.dom();
  // Lines that share an element would each read all of it.
  if (block.link_bytes == 0 || dom[block.node].end - block.node > kLargestLine ||
      (i > 0 && article[i - 1].node == block.node) || (i + 1 < article.size() && article[i + 1].node == block.node))
    return false;
  TextBlock box; // a note among the paragraphs
  box.node = dom[block.node].parent;
  if (!article.is_among_paragraphs(block) && !article.is_among_paragraphs(box)) return false;
  std::size_t outward = 0, links = 0;
  for (NodeId at = block.node; at < dom[block.node].end; ++at) {
    const std::string_view href = dom[at].tag == Tag::A ? dom.attribute(at, "href") : std::string_view{};
    if (href.empty()) continue;
    ++links;
    outward += leads_to_other_site(article.facts().site, href) ? 1 : 0;
  }
  return outward > 0 && outward * 2 >= links;
}

void remove_link_lines(ArticleBlocks& article) {
  const std::unordered_set<NodeId> text_lists = find_text_lists(article);
  for (std::size_t i = 0; i < article.size(); ++i) {
    const TextBlock& block = article[i];
    if (block.kind == BlockKind::Code || block.kind == BlockKind::Row || link_density(block) <= kMostlyLink) continue;
    const bool is_in_text_list =
        block.kind == BlockKind::ListItem && text_lists.contains(list_around(article.dom(), block));
    if (is_in_text_list || is_reference(article, block) || heads_paragraph(article, i) ||
        is_in_footnotes(article.dom(), block.node) || points_outward(article, i))
      continue;
    article.remove(i);
  }
}

} // namespace trawl::extract
