// SPDX-License-Identifier: GPL-3.0-or-later
// Single blocks that are boilerplate wherever they are: captions, notices and buttons.
#include <cstddef>
#include <string>
#include <string_view>

#include "indexer/extract/content/line_features.h"
#include "indexer/extract/content/paragraph_box.h"
#include "indexer/extract/content/removal/article_blocks.h"
#include "indexer/extract/content/removal/block_rules.h"
#include "indexer/extract/metadata/metadata_text.h"
#include "indexer/extract/page/block_features.h"
#include "indexer/html/text.h"

namespace trawl::extract {
namespace {

using html::BlockKind;
using html::TextBlock;

constexpr html::NodeId kLargestOrphan = 200; ///< nodes of a box of which only the heading is left
constexpr std::size_t kFewLetters = 12;      ///< bytes of other text, which was removed

/// Whether the block is the caption of an image. The caption of a table (what it shows) or of a quote (who said it) is
/// kept.
bool is_figure_caption(const html::Dom& dom, const TextBlock& block) {
  if (block.kind != BlockKind::Caption || dom.closest(block.node, html::Tag::Caption) != html::kNoNode) return false;
  const html::NodeId figure = dom.closest(block.node, html::Tag::Figure);
  if (figure == html::kNoNode) return true;
  return dom.first(html::Tag::Img, figure) != html::kNoNode ||
         (dom.first(html::Tag::Table, figure) == html::kNoNode &&
          dom.first(html::Tag::Blockquote, figure) == html::kNoNode &&
          dom.first(html::Tag::Pre, figure) == html::kNoNode);
}

bool is_code(const TextBlock& block) { return block.kind == BlockKind::Code; }

bool is_long_sentence(const TextBlock& block) {
  return block.text.size() > 120 && link_density(block) < 0.3 && ends_sentence(block.text);
}

void remove_where(ArticleBlocks& article, auto&& is_boilerplate) {
  for (std::size_t i = 0; i < article.size(); ++i) {
    if (article.is_kept(i) && is_boilerplate(article[i])) article.remove(i);
  }
}

/// Whether another kept block is inside `box`. The blocks of a box follow each other.
bool has_other_text(const ArticleBlocks& article, std::size_t heading, html::NodeId box) {
  const auto is_inside = [&](std::size_t i) { return article.dom().contains(box, article[i].node); };
  for (std::size_t i = heading; i-- > 0 && is_inside(i);) {
    if (article.is_kept(i)) return true;
  }
  for (std::size_t i = heading + 1; i < article.size() && is_inside(i); ++i) {
    if (article.is_kept(i)) return true;
  }
  return false;
}

/// A link whose whole text is a symbol: "⬇".
bool is_button_sign(const html::Dom& dom, const TextBlock& block) {
  constexpr std::size_t kLongestSign = 12; // bytes
  if (block.kind != BlockKind::Paragraph || block.text.size() > kLongestSign || !wording_key(block.text).empty())
    return false;
  const html::NodeId link = dom.closest(block.first, html::Tag::A);
  return link != html::kNoNode && dom.contains(block.node, link);
}

} // namespace

bool is_publisher_paragraph(const ArticleBlocks& article, const TextBlock& block) {
  if (block.kind != BlockKind::Paragraph || article.layout() != kArticle) return false;
  return is_publisher_notice(block.text) || (is_licence_of_page(block.text) && !article.is_among_paragraphs(block));
}

bool is_boilerplate_text(const ArticleBlocks& article, std::size_t i) {
  const TextBlock& block = article[i];
  if (heads_text(article, i) && !is_byline(block.text)) return false;
  if (is_row_of_table(block) || is_cell_of_data(article, block)) return false;
  if (block.text.ends_with(':') && i + 1 < article.size() && is_code(article[i + 1]) &&
      article.is_among_paragraphs(block))
    return false;
  // "save: whether to save the image" is an option in a list.
  if ((block.kind == BlockKind::ListItem || block.kind == BlockKind::Row) && article.is_among_paragraphs(block) &&
      link_density(block) < 0.3)
    return false;
  // This is a source. Teasers for other pages do not write out their URLs.
  if (contains_url(block) && points_outward(article, i)) return false;
  return is_boilerplate_line(block.text) && !is_long_sentence(block);
}

void remove_captions(ArticleBlocks& article) {
  remove_where(article, [&](const TextBlock& block) { return is_figure_caption(article.dom(), block); });
}

/// Removes rights notices among the last paragraphs. After the last paragraph, also removes a call to report mistakes
/// in a separate box, which is not the author's text either.
void remove_publisher_notices(ArticleBlocks& article) {
  remove_where(article, [&](const TextBlock& block) { return is_publisher_paragraph(article, block); });
  for (std::size_t i = article.size(); i-- > 1;) {
    if (!article.is_kept(i)) continue;
    if (article[i].kind != BlockKind::Paragraph || !is_rights_notice(article[i].text)) break;
    article.remove(i);
  }
  for (std::size_t i = article.size(); i-- > 0 && !article.is_among_paragraphs(article[i]);) {
    if (article[i].kind == BlockKind::Paragraph && asks_for_corrections(article[i].text)) article.remove(i);
  }
}

void remove_boilerplate_lines(ArticleBlocks& article) {
  for (std::size_t i = 0; i < article.size(); ++i) {
    if (article.is_kept(i) && !is_code(article[i]) && is_boilerplate_text(article, i)) article.remove(i);
  }
  remove_where(article, [&](const TextBlock& block) { return is_button_sign(article.dom(), block); });
}

void remove_orphan_headings(ArticleBlocks& article) {
  const html::Dom& dom = article.dom();
  bool follows_text = false; // a heading before it is a standfirst
  for (std::size_t i = 0; i < article.size(); ++i) {
    follows_text = follows_text || (article.is_kept(i) && is_running_text(article[i]));
    if (!follows_text || !article.is_kept(i) || article[i].kind != BlockKind::Heading) continue;
    const html::NodeId box = dom[article[i].node].parent;
    if ((article.is_among_paragraphs(article[i]) && !is_outline_section(dom, box)) || box == dom.body() ||
        dom[box].end - box > kLargestOrphan || has_other_text(article, i, box))
      continue;
    // A link beside the heading may repeat it for screen readers.
    const std::string all = html::letters_of(html::raw_text(dom, box)), own = html::letters_of(article[i].text);
    if (all.size() >= own.size() + kFewLetters && all.find(own) == all.rfind(own)) article.remove(i);
  }
}

} // namespace trawl::extract
