// SPDX-License-Identifier: GPL-3.0-or-later
// What follows the article: related articles, comments, notes about the author.
#include <cstddef>
#include <string>

#include "indexer/extract/content/line_features.h"
#include "indexer/extract/content/markup_keys.h"
#include "indexer/extract/content/paragraph_box.h"
#include "indexer/extract/content/removal/article_blocks.h"
#include "indexer/extract/content/removal/block_rules.h"
#include "indexer/extract/page/block_features.h"

namespace trawl::extract {
namespace {

using html::BlockKind;
using html::TextBlock;

constexpr std::size_t kBeginning = 200; ///< bytes of running text before which the article cannot end

/// Removes the blocks from `from` on, except footnotes, which come last, even after lists of other articles.
void remove_from(ArticleBlocks& article, std::size_t from) {
  for (std::size_t i = from; i < article.size(); ++i) {
    if (article.is_kept(i) && !is_in_footnotes(article.dom(), article[i].node)) article.remove(i);
  }
}

/// Whether the heading belongs to pictures, which are between it and the next heading.
bool heads_picture(const ArticleBlocks& article, std::size_t i) {
  constexpr int kNear = 8; // siblings
  const html::Dom& dom = article.dom();
  if (article[i].kind != BlockKind::Heading || article[i].link_bytes > 0 || !article.is_among_paragraphs(article[i]))
    return false;
  html::NodeId next = dom[article[i].node].next_sibling;
  for (int left = kNear; left > 0 && next != html::kNoNode && html::heading_level(dom[next].tag) == 0; --left) {
    if (dom[next].tag == html::Tag::Img || dom.first(html::Tag::Img, next) != html::kNoNode) return true;
    next = dom[next].next_sibling;
  }
  return false;
}

/// Whether the block is in a list or table that contains text, with which it is kept. `textless` is the last list that
/// was found to have none, so that each list is read only once.
bool is_in_list_with_text(const ArticleBlocks& article, std::size_t i, html::NodeId& textless) {
  const html::NodeId list = list_or_table_around(article.dom(), article[i]);
  if (list == html::kNoNode || list == textless) return false;
  for (std::size_t k = i; k-- > 0 && article.dom().contains(list, article[k].node);) {
    if (article.is_kept(k) && is_running_text(article[k])) return true;
  }
  textless = list;
  return false;
}

} // namespace

/// Removes everything from the first linked title of another article on below which the article does not continue.
/// Other such titles are removed alone.
void remove_next_articles(ArticleBlocks& article) {
  TextByMarkup text;
  const auto is_counted = [&](std::size_t i) { return article.is_kept(i) && is_running_text(article[i]); };
  for (std::size_t i = 0; i < article.size(); ++i) {
    if (is_counted(i)) text.add_after(markup_key(article.dom(), article[i]), article[i].text.size());
  }
  const std::size_t all = text_bytes(article, 0, article.size());
  for (std::size_t i = 0; i < article.size(); ++i) {
    const TextBlock& block = article[i];
    const std::size_t markup = markup_key(article.dom(), block), before = text.bytes_before();
    if (is_counted(i)) text.remove_after(markup, block.text.size());
    const bool is_other_title =
        block.kind == BlockKind::Heading && link_density(block) > 0.8 && !heads_paragraph(article, i);
    if (is_other_title && before * 2 >= all && before >= kBeginning) {
      if (!text.continues()) return remove_from(article, i);
      article.remove(i);
    }
    if (is_counted(i)) text.add_before(markup, block.text.size());
  }
}

/// Removes blocks from the end up to the last one that is text.
void remove_trailing_lines(ArticleBlocks& article) {
  html::NodeId textless = html::kNoNode;
  for (std::size_t i = article.size(); i-- > 0;) {
    if (!article.is_kept(i)) continue;
    const TextBlock& block = article[i];
    const bool is_text = is_running_text(block) || block.kind == BlockKind::ListItem || block.kind == BlockKind::Row;
    const bool is_last_sentence =
        article.is_among_paragraphs(block) && block.kind == BlockKind::Paragraph &&
        (ends_sentence(block.text) || (has_several_words(block.text) && !is_byline(block.text)));
    if (is_reference(article, block) || is_in_footnotes(article.dom(), block.node) || points_outward(article, i) ||
        (contains_url(block) && article.is_among_paragraphs(block)) ||
        ((is_text || is_last_sentence) && link_density(block) < 0.5) || heads_picture(article, i) ||
        is_in_list_with_text(article, i, textless))
      return;
    article.remove(i);
  }
}

} // namespace trawl::extract
