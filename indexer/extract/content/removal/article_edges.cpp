// SPDX-License-Identifier: GPL-3.0-or-later
// What precedes and follows the article: its title, its byline, lists of other articles, notes about the author.
#include "indexer/extract/content/line_features.h"
#include "indexer/extract/content/paragraph_box.h"
#include "indexer/extract/content/removal/block_removal.h"
#include "indexer/extract/content/removal/block_rules.h"
#include "indexer/extract/page/block_features.h"
#include "indexer/html/text.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>

namespace trawl::extract {

namespace {

using html::BlockKind;
using html::TextBlock;

constexpr double kLinks = 0.3;        ///< link density of a short line of links
constexpr double kTeaserLinks = 0.15; ///< link density; teasers begin with a link and have more

constexpr std::size_t kBeginning = 200; ///< bytes of running text before which the article cannot end

/// Removes the blocks from `from` on, except footnotes, which come last, even after lists of other articles.
void remove_from(ArticleBlocks& article, std::size_t from) {
  for (std::size_t i = from; i < article.size(); ++i) {
    if (article.is_kept(i) && !is_in_footnotes(article.dom(), article[i].node)) article.remove(i);
  }
}

bool is_question(std::string_view text) { return text.ends_with('?') || text.ends_with("？") || text.ends_with("؟"); }

/// Whether the kept blocks of [from, to) are text that an author sets apart: a list, a table, code, or two
/// headings or questions with text below each. Advertisements, notes about authors and forms are a few sentences.
bool is_set_apart(const ArticleBlocks& article, std::size_t from, std::size_t to) {
  constexpr std::size_t kFewItems = 3, kFewRows = 2, kFewSections = 2;
  constexpr double kFewLinks = 0.3; // link density
  std::size_t items = 0, rows = 0, sections = 0;
  for (std::size_t i = from; i < to; ++i) {
    const TextBlock& block = article[i];
    if (!article.is_kept(i)) continue;
    if (block.kind == BlockKind::Code) return true;
    items += block.kind == BlockKind::ListItem && link_density(block) < kFewLinks ? 1 : 0;
    rows += block.kind == BlockKind::Row && link_density(block) < kFewLinks ? 1 : 0;
    const bool is_head =
        (block.kind == BlockKind::Heading && link_density(block) < kFewLinks) || is_question(block.text);
    sections += is_head && i + 1 < to && is_running_text(article[i + 1]) ? 1 : 0;
  }
  return items >= kFewItems || rows >= kFewRows || sections >= kFewSections;
}

} // namespace

/// Removes the heading that is the title, and the blocks above it unless they are among the paragraphs or most of the
/// text.
void remove_before_title(ArticleBlocks& article) {
  const std::string title = html::letters_of(article.facts().title);
  if (title.size() < 12) return;
  for (std::size_t i = 0; i < article.size(); ++i) {
    const TextBlock& block = article[i];
    if (block.kind != BlockKind::Heading || link_density(block) > 0.8 || html::letters_of(block.text) != title)
      continue;
    article.remove(i);
    if (text_bytes(article, 0, i, kTeaserLinks) * 2 >= text_bytes(article, i, article.size(), kTeaserLinks)) return;
    for (std::size_t before = 0; before < i; ++before) {
      if (!article.is_among_paragraphs(article[before])) article.remove(before);
    }
    return;
  }
}

/// Removes bylines, menus and repetitions of the title above the first paragraph.
void remove_leading_lines(ArticleBlocks& article) {
  std::size_t first = 0;
  const auto is_head = [&](const TextBlock& block) {
    return is_byline(block.text) || (repeats_title(article, block) && !is_running_text(block));
  };
  while (first < article.size() &&
         !(article.is_kept(first) && is_running_text(article[first]) && !is_head(article[first])))
    ++first;
  for (std::size_t i = 0; i < first && first < article.size(); ++i) {
    const bool is_menu =
        link_density(article[i]) > kLinks && !ends_sentence(article[i].text) && !points_outward(article, i);
    if (is_head(article[i]) || is_menu) article.remove(i);
  }
}

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

/// Removes what comes after the last paragraph in boxes beside the paragraph box: notes about the author, newsletters,
/// other articles. From the end up to the first box that has text with the same markup as the paragraphs, because there
/// the article continues. Only on dated pages: others consist of boxes.
void remove_beyond_paragraphs(ArticleBlocks& article) {
  if (!article.facts().is_dated) return;
  std::unordered_set<std::size_t> markup; // of the paragraphs
  std::size_t last = article.size();      // paragraph
  for (std::size_t i = 0; i < article.size(); ++i) {
    if (!article.is_kept(i) || !is_running_text(article[i]) || !article.is_inside_paragraph_box(article[i])) continue;
    markup.insert(markup_key(article.dom(), article[i]));
    last = i;
  }
  for (std::size_t end = article.size(); end > last + 1;) {
    const html::NodeId box = article.beside_paragraph_box(article[end - 1]);
    std::size_t begin = end - 1;
    bool continues = false;
    const auto is_in_box = [&](std::size_t i) {
      return box != html::kNoNode && article.dom().contains(box, article[i].node);
    };
    for (std::size_t i = end; i-- > last + 1 && (i == begin || is_in_box(i)); begin = i) {
      continues = continues || (article.is_kept(i) && is_running_text(article[i]) &&
                                markup.contains(markup_key(article.dom(), article[i])));
    }
    if (continues) return;
    if (box != html::kNoNode && !is_set_apart(article, begin, end)) {
      for (std::size_t i = begin; i < end; ++i) {
        if (!is_in_footnotes(article.dom(), article[i].node)) article.remove(i);
      }
    }
    end = begin;
  }
}

/// Removes blocks from the end up to the last one that is text.
void remove_trailing_lines(ArticleBlocks& article) {
  const IntroducedLists introduced(article);
  for (std::size_t i = article.size(); i-- > 0;) {
    if (!article.is_kept(i)) continue;
    const TextBlock& block = article[i];
    const bool is_text = is_running_text(block) || block.kind == BlockKind::ListItem || block.kind == BlockKind::Row;
    const bool is_last_sentence =
        article.is_among_paragraphs(block) && block.kind == BlockKind::Paragraph &&
        (ends_sentence(block.text) || (has_several_words(block.text) && !is_byline(block.text)));
    const bool has_few_links = link_density(block) < 0.5;
    if (is_in_footnotes(article.dom(), block.node) || points_outward(article, i) ||
        (contains_url(block) && article.is_among_paragraphs(block)) ||
        ((is_text || is_last_sentence) && has_few_links) || is_in_card(article, i) ||
        (!article.facts().is_dated && introduced.contain(i)))
      return;
    article.remove(i);
  }
}

} // namespace trawl::extract
