// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/removal/block_rules.h"

#include "indexer/extract/content/line_features.h"
#include "indexer/extract/content/paragraph_box.h"
#include "indexer/extract/content/removal/block_removal.h"
#include "indexer/extract/metadata/metadata_text.h"
#include "indexer/extract/page/block_features.h"
#include "indexer/html/text.h"
#include "shared/url/canonical.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace trawl::extract {

namespace {

using html::BlockKind;
using html::Dom;
using html::kNoNode;
using html::NodeId;
using html::Tag;
using html::TextBlock;

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

void remove_where(ArticleBlocks& article, auto&& is_boilerplate) {
  for (std::size_t i = 0; i < article.size(); ++i) {
    if (article.is_kept(i) && is_boilerplate(article[i])) article.remove(i);
  }
}

constexpr double kMostlyLink = 0.75;      ///< link density
constexpr html::NodeId kLargestLine = 64; ///< nodes
constexpr std::size_t kLongestLabel = 40; ///< bytes of its heading: "On this page", "Jump to:"

NodeId list_around(const html::Dom& dom, const TextBlock& block) {
  NodeId node = block.node;
  while (node != html::kNoNode && dom[node].tag != Tag::Ul && dom[node].tag != Tag::Ol && dom[node].tag != Tag::Dl) {
    node = dom[node].parent;
  }
  return node;
}

bool ends_in_colon(std::string_view text) { return text.ends_with(':') || text.ends_with("："); }

/// A heading, or a paragraph like "Many patches were sent:", makes the list after it part of the text, even if it is
/// a list of links. On undated pages, such as those of a manual, any paragraph does.
bool introduces_list(const ArticleBlocks& article, std::size_t i) {
  const TextBlock& block = article[i];
  const bool may_introduce = ends_in_colon(block.text) || (!article.facts().is_dated && is_running_text(block));
  const bool is_opening = block.kind == BlockKind::Heading || (block.kind == BlockKind::Paragraph && may_introduce);
  return is_opening && article.is_among_paragraphs(block) && link_density(block) < 0.5 &&
         !is_publisher_paragraph(article, block) && !is_boilerplate_text(article, i);
}

/// Whether a link leads to another registrable domain than the page's.
bool leads_to_other_site(std::string_view own_site, std::string_view href) {
  if (!href.starts_with("//") && href.find("://") == std::string_view::npos) return false; // relative
  const std::string site = url::site(href.starts_with("//") ? "https:" + std::string(href) : std::string(href));
  return !site.empty() && site != own_site;
}

/// Whether the block is not the first of its box. The first heading of a post repeats the title of the discussion.
bool follows_in_post(const ArticleBlocks& article, std::size_t i) {
  const html::Dom& dom = article.dom();
  return i > 0 && dom[article[i - 1].node].parent == dom[article[i].node].parent;
}

constexpr std::size_t kDistinctive = 60; ///< bytes; shorter blocks may be equal by chance
constexpr std::size_t kRefrain = 250;    ///< bytes; authors do not repeat longer texts

} // namespace

IntroducedLists::IntroducedLists(const ArticleBlocks& article) : article_(article) {
  for (std::size_t i = 1; i < article.size(); ++i) {
    if (article[i].kind == BlockKind::ListItem && introduces_list(article, i - 1)) lists_.insert(list_of(i));
  }
}

bool IntroducedLists::contain(std::size_t i) const {
  return article_[i].kind == BlockKind::ListItem && !lists_.empty() && lists_.contains(list_of(i));
}

NodeId IntroducedLists::list_of(std::size_t i) const {
  const Dom& dom = article_.dom();
  NodeId outermost = list_around(dom, article_[i]);
  for (NodeId node = outermost; node != kNoNode && dom[node].parent != kNoNode; node = dom[node].parent) {
    const Tag parent = dom[dom[node].parent].tag;
    if (parent == Tag::Ul || parent == Tag::Ol)
      outermost = dom[node].parent;
    else if (parent != Tag::Li)
      break;
  }
  return outermost;
}

void remove_teasers(ArticleBlocks& article) {
  if (article.facts().in_teasers != nullptr) article.erase_inside(*article.facts().in_teasers);
}

bool is_publisher_paragraph(const ArticleBlocks& article, const TextBlock& block) {
  if (block.kind != BlockKind::Paragraph || article.layout() != kArticle) return false;
  return is_publisher_notice(block.text);
}

bool is_boilerplate_text(const ArticleBlocks& article, std::size_t i) {
  const TextBlock& block = article[i];
  if (heads_text(article, i) && !is_byline(block.text)) return false;
  // This is a source. Teasers for other pages do not write out their URLs.
  if (contains_url(block) && points_outward(article, i)) return false;
  return is_boilerplate_line(block.text);
}

void remove_captions(ArticleBlocks& article) {
  remove_where(article, [&](const TextBlock& block) { return is_figure_caption(article.dom(), block); });
}

void remove_publisher_notices(ArticleBlocks& article) {
  for (std::size_t i = 0; i < article.size(); ++i) {
    if (is_publisher_paragraph(article, article[i])) article.remove(i);
  }
}

void remove_boilerplate_lines(ArticleBlocks& article) {
  const IntroducedLists introduced(article);
  for (std::size_t i = 0; i < article.size(); ++i) {
    if (article.is_kept(i) && !is_code(article[i]) && is_boilerplate_text(article, i) && !introduced.contain(i))
      article.remove(i);
  }
}

void remove_contents_lists(ArticleBlocks& article) {
  for (auto [begin, end] : find_contents_lists(article.dom(), article.blocks(), {BlockKind::ListItem})) {
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

bool is_in_card(const ArticleBlocks& article, std::size_t i) {
  constexpr std::size_t kLines = 4; // of a card
  if (article.facts().is_dated) return false;
  const Dom& dom = article.dom();
  const NodeId link = dom.closest(article[i].first, Tag::A);
  if (link == kNoNode) return false;
  for (std::size_t at = i < kLines ? 0 : i + 1 - kLines; at < std::min(article.size(), i + kLines); ++at) {
    const TextBlock& block = article[at];
    if (block.kind != BlockKind::Heading && ends_sentence(block.text) && has_several_words(block.text) &&
        dom.closest(block.first, Tag::A) == link)
      return true;
  }
  return false;
}

void remove_link_lines(ArticleBlocks& article) {
  const bool is_manual = !article.facts().is_dated; // it sends its readers to its other pages
  const IntroducedLists introduced(article);
  std::size_t introduction = article.size(); // before the lines of links that have come since
  for (std::size_t i = 0; i < article.size(); ++i) {
    const TextBlock& block = article[i];
    if (block.kind == BlockKind::Code || block.kind == BlockKind::Row || link_density(block) <= kMostlyLink) {
      introduction = ends_in_colon(block.text) && introduces_list(article, i) ? i : article.size();
      continue;
    }
    if (introduction < i && block.kind == BlockKind::Paragraph &&
        article.dom()[block.node].parent == article.dom()[article[introduction].node].parent)
      continue;
    if (is_manual && block.kind == BlockKind::Paragraph && article.is_among_paragraphs(block)) continue;
    if (introduced.contain(i) || heads_paragraph(article, i) || is_in_footnotes(article.dom(), block.node) ||
        points_outward(article, i) || is_in_card(article, i))
      continue;
    article.remove(i);
  }
}

void remove_lines_beside_posts(ArticleBlocks& article) {
  std::unordered_set<std::size_t> post_markup;
  for (std::size_t i = 0; i < article.size(); ++i) {
    if (is_running_text(article[i])) post_markup.insert(markup_key(article.dom(), article[i]));
  }
  for (std::size_t i = 0; i < article.size(); ++i) {
    const html::TextBlock& block = article[i];
    const bool is_post =
        is_running_text(block) ||
        (post_markup.contains(markup_key(article.dom(), block)) && block.kind != html::BlockKind::Heading) ||
        (heads_text(article, i) && follows_in_post(article, i));
    if (!is_post || is_byline(block.text)) article.remove(i);
  }
}

/// Authors repeat themselves, too: single blocks among the paragraphs, or short ones with the same markup, such as the
/// questions of an interview. These are kept, unless several repetitions follow each other.
void remove_repetitions(ArticleBlocks& article) {
  std::unordered_map<std::string, std::size_t> first_markup; // of each text
  std::vector<std::size_t> run;                              // repetitions that follow each other
  const auto end_run = [&] {
    const std::size_t tolerated = article.is_among_paragraphs(article[run.empty() ? 0 : run.front()]) ? 2 : 1;
    if (run.size() > tolerated) {
      for (const std::size_t i : run) article.remove(i);
    }
    run.clear();
  };
  for (std::size_t i = 0; i < article.size(); ++i) {
    const html::TextBlock& block = article[i];
    if (!article.is_kept(i) || block.text.size() < kDistinctive || block.kind == html::BlockKind::Code ||
        heads_text(article, i))
      continue;
    const std::size_t markup = markup_key(article.dom(), block);
    const auto [first, is_new] = first_markup.emplace(html::letters_of(block.text), markup);
    if (is_new) {
      end_run();
    } else if (article.is_among_paragraphs(block)) {
      if (block.kind == html::BlockKind::ListItem) run.push_back(i);
    } else if (first->second == markup && block.text.size() < kRefrain) {
      run.push_back(i);
    } else {
      article.remove(i);
    }
  }
  end_run();
}

} // namespace trawl::extract
