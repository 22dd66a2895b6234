// SPDX-License-Identifier: GPL-3.0-or-later
// Single blocks that are boilerplate wherever they are: captions, leftover markup, notices and buttons.
#include <string_view>

#include "indexer/extract/content/block_features.h"
#include "indexer/extract/content/line_features.h"
#include "indexer/extract/content/removal/article_blocks.h"
#include "indexer/extract/content/removal/block_rules.h"

namespace trawl::extract {
namespace {

using html::BlockKind;
using html::TextBlock;

/// The caption of a table says what the table shows; it stays.
bool is_figure_caption(const html::Dom& dom, const TextBlock& block) {
  return block.kind == BlockKind::Caption && dom.closest(block.node, html::Tag::Caption) == html::kNoNode;
}

/// Markup that was escaped by mistake, and short codes that no plugin expanded.
bool is_leftover_markup(std::string_view text) {
  return (text.starts_with('<') && text.ends_with('>')) ||
         (text.starts_with('[') && text.ends_with(']') && text.find('=') != std::string_view::npos);
}

bool is_long_sentence(const TextBlock& block) {
  return block.text.size() > 120 && link_density(block) < 0.3 && ends_sentence(block.text);
}

/// "Next, install the package." among the paragraphs is not a button.
bool is_sentence_among_paragraphs(const ArticleBlocks& article, const TextBlock& block) {
  return block.text.size() >= 40 && article.is_among_paragraphs(block) && link_density(block) < 0.5 &&
         ends_sentence(block.text) && may_begin_sentence(block.text);
}

void remove_where(ArticleBlocks& article, auto&& is_boilerplate) {
  for (std::size_t i = 0; i < article.size(); ++i) {
    if (article.is_kept(i) && is_boilerplate(article[i])) article.remove(i);
  }
}

bool is_code(const TextBlock& block) { return block.kind == BlockKind::Code; }

} // namespace

bool is_publisher_paragraph(const ArticleBlocks& article, const TextBlock& block) {
  return block.kind == BlockKind::Paragraph && article.layout() == kArticle && is_publisher_notice(block.text);
}

bool is_boilerplate_text(const ArticleBlocks& article, const TextBlock& block) {
  // "Next steps" is the heading of a section.
  if (block.kind == BlockKind::Heading && article.is_among_paragraphs(block) && may_begin_sentence(block.text))
    return false;
  return is_boilerplate_line(block.text) && !is_long_sentence(block) && !is_sentence_among_paragraphs(article, block);
}

void remove_captions(ArticleBlocks& article) {
  remove_where(article, [&](const TextBlock& block) { return is_figure_caption(article.dom(), block); });
}

void remove_leftover_markup(ArticleBlocks& article) {
  remove_where(article, [](const TextBlock& block) { return !is_code(block) && is_leftover_markup(block.text); });
}

void remove_publisher_notices(ArticleBlocks& article) {
  remove_where(article, [&](const TextBlock& block) { return is_publisher_paragraph(article, block); });
}

void remove_boilerplate_lines(ArticleBlocks& article) {
  remove_where(article, [&](const TextBlock& block) { return !is_code(block) && is_boilerplate_text(article, block); });
}

} // namespace trawl::extract
