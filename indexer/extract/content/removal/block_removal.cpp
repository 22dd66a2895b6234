// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/removal/block_removal.h"

#include "indexer/extract/content/paragraph_box.h"
#include "indexer/extract/content/removal/block_rules.h"
#include "indexer/extract/page/block_features.h"
#include "indexer/html/text.h"

namespace trawl::extract {

namespace {

using html::BlockKind;
using html::TextBlock;

/// Rules that look at single lines come first. The remaining blocks determine the layout for the rules that look at
/// positions.
enum class Stage { Lines, Positions };

struct BlockRule {
  RemovalReason reason;
  Stage stage;
  std::uint8_t layouts; ///< Layout values on which the rule is applied
  void (*apply)(ArticleBlocks&);
};

constexpr std::uint8_t kAllLayouts = kArticle | kScattered | kDiscussion | kFewWords;

constexpr BlockRule kBlockRules[] = {
    {{"teaser-list", "an entry in a list of links to other articles"}, Stage::Lines, kArticle, remove_teasers},
    {{"caption", "the caption of a figure", Basis::Caption}, Stage::Lines, kAllLayouts, remove_captions},
    {{"publisher-notice", "the publisher writes about itself"}, Stage::Lines, kArticle, remove_publisher_notices},
    {{"boilerplate-line", "a button, credit or call to action"}, Stage::Lines, kAllLayouts, remove_boilerplate_lines},
    {{"contents", "a table of contents: links into the page"}, Stage::Lines, kArticle, remove_contents_lists},
    {{"link-line", "a line that is almost only a link"}, Stage::Lines, kArticle, remove_link_lines},
    {{"beside-posts", "not in the markup of the discussion's posts"},
     Stage::Positions,
     kDiscussion,
     remove_lines_beside_posts},
    {{"before-title", "above the heading that repeats the title"}, Stage::Positions, kArticle, remove_before_title},
    {{"repetition", "a second rendering of an earlier block"},
     Stage::Positions,
     kArticle | kScattered,
     remove_repetitions},
    {{"next-article", "the linked title of another article, and what follows"},
     Stage::Positions,
     kArticle,
     remove_next_articles},
    {{"beyond-paragraphs", "in a box after that of the paragraphs, in other markup"},
     Stage::Positions,
     kArticle,
     remove_beyond_paragraphs},
    {{"trailing-line", "after the last sentence"}, Stage::Positions, kArticle, remove_trailing_lines},
    {{"leading-line", "a byline, menu or title before the first paragraph"},
     Stage::Positions,
     kArticle,
     remove_leading_lines},
};

} // namespace

ArticleBlocks::ArticleBlocks(const html::Dom& dom, std::vector<TextBlock> blocks, const ArticleFacts& facts)
    : dom_(dom), facts_(facts), blocks_(std::move(blocks)), is_kept_(blocks_.size(), true), paragraph_box_(find_box()),
      layout_(layout_without_few_words()) {}

void ArticleBlocks::remove(std::size_t i) {
  if (!is_kept_[i]) return;
  is_kept_[i] = false;
  removals_.push_back({i, current_});
}

void ArticleBlocks::erase_inside(const html::NodeSet& nodes) {
  const auto is_inside = [&](TextBlock& block) {
    if (!nodes.contains(block.node)) return false;
    erased_.push_back({block.node, current_, std::move(block.text)});
    return true;
  };
  if (std::erase_if(blocks_, is_inside) == 0) return;
  is_kept_.assign(blocks_.size(), true);
  paragraph_box_ = find_box();
  layout_ = layout_without_few_words();
}

BlockRemovals ArticleBlocks::take() {
  BlockRemovals result;
  result.removals = std::move(erased_);
  for (const auto& [block, reason] : removals_) {
    result.removals.push_back({blocks_[block].node, reason, std::move(blocks_[block].text)});
  }
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    if (is_kept_[i]) result.kept.push_back(std::move(blocks_[i]));
  }
  return result;
}

html::NodeId ArticleBlocks::find_box() const { return find_paragraph_box(dom_, blocks_); }

Layout ArticleBlocks::layout_without_few_words() const {
  if (facts_.is_discussion) return kDiscussion;
  return paragraph_box_ == html::kNoNode && !facts_.is_dated ? kScattered : kArticle;
}

void ArticleBlocks::find_layout_after_line_rules() {
  if (layout_ != kDiscussion && text_bytes(*this, 0, size()) == 0) layout_ = kFewWords;
}

bool ArticleBlocks::is_among_paragraphs(const TextBlock& block) const {
  if (paragraph_box_ == html::kNoNode) return false;
  if (block.node == paragraph_box_ || box_around(dom_, block.node) == paragraph_box_) return true;
  return dom_[block.node].parent == paragraph_box_; // an item with most of the text
}

bool ArticleBlocks::is_inside_paragraph_box(const TextBlock& block) const {
  return paragraph_box_ != html::kNoNode && dom_.contains(paragraph_box_, block.node);
}

bool ArticleBlocks::is_around_paragraphs(html::NodeId node) const {
  return paragraph_box_ != html::kNoNode && dom_.contains(node, paragraph_box_);
}

html::NodeId ArticleBlocks::beside_paragraph_box(const TextBlock& block) const {
  if (paragraph_box_ == html::kNoNode || is_inside_paragraph_box(block)) return html::kNoNode;
  html::NodeId outermost = html::kNoNode;
  for (html::NodeId node = block.node; !is_around_paragraphs(node); node = dom_[node].parent) {
    outermost = node;
  }
  return outermost;
}

std::size_t text_bytes(const ArticleBlocks& article, std::size_t from, std::size_t to, double max_links) {
  std::size_t bytes = 0;
  for (std::size_t i = from; i < to; ++i) {
    if (article.is_kept(i) && is_running_text(article[i]) && link_density(article[i]) < max_links)
      bytes += article[i].text.size();
  }
  return bytes;
}

bool heads_paragraph(const ArticleBlocks& article, std::size_t i) {
  return article[i].kind == BlockKind::Heading && article.is_among_paragraphs(article[i]) && i + 1 < article.size() &&
         article.is_among_paragraphs(article[i + 1]) && is_running_text(article[i + 1]);
}

bool heads_text(const ArticleBlocks& article, std::size_t i) {
  const html::Dom& dom = article.dom();
  if (article[i].kind != BlockKind::Heading || link_density(article[i]) > 0.5 || i + 1 >= article.size() ||
      !is_running_text(article[i + 1]))
    return false;
  // There must be no box between them, of which only the heading is left.
  html::NodeId next = dom[article[i].node].next_sibling;
  while (next != html::kNoNode && dom[next].first_child == html::kNoNode && dom[next].tag != html::Tag::Pre) {
    if (dom.contains(next, article[i + 1].node)) break;
    next = dom[next].next_sibling;
  }
  return next != html::kNoNode && dom.contains(next, article[i + 1].node);
}

bool repeats_title(const ArticleBlocks& article, const TextBlock& block) {
  const std::string_view known = article.facts().title;
  if (known.empty() || block.text.size() > known.size() * 2 + 20) return false;
  const std::string title = html::letters_of(known), line = html::letters_of(block.text);
  if (line.empty()) return true;
  return line == title || (line.size() >= 12 && title.find(line) != std::string::npos) ||
         (title.size() >= 12 && line.find(title) != std::string::npos);
}

BlockRemovals remove_blocks(const html::Dom& dom, std::vector<html::TextBlock> blocks, const ArticleFacts& facts) {
  ArticleBlocks article(dom, std::move(blocks), facts);
  Stage stage = Stage::Lines;
  for (const BlockRule& rule : kBlockRules) {
    if (rule.stage != stage) {
      stage = rule.stage;
      article.find_layout_after_line_rules();
    }
    if ((rule.layouts & article.layout()) == 0) continue;
    article.begin_rule(rule.reason);
    rule.apply(article);
  }
  return article.take();
}

std::vector<const RemovalReason*> block_removal_reasons() {
  std::vector<const RemovalReason*> reasons;
  for (const BlockRule& rule : kBlockRules) reasons.push_back(&rule.reason);
  return reasons;
}

} // namespace trawl::extract
