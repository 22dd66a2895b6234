// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/removal/block_removal.h"

#include <cstdint>
#include <utility>

#include "indexer/extract/content/removal/article_blocks.h"
#include "indexer/extract/content/removal/block_rules.h"

namespace trawl::extract {
namespace {

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
    {{"title-or-byline", "repeats the title, or names author and date"},
     Stage::Positions,
     kFewWords,
     remove_title_and_bylines},
    {{"before-title", "above the heading that repeats the title"}, Stage::Positions, kArticle, remove_before_title},
    {{"repetition", "a second rendering of an earlier block"},
     Stage::Positions,
     kArticle | kScattered,
     remove_repetitions},
    {{"orphan-heading", "heads only what was removed"}, Stage::Positions, kArticle, remove_orphan_headings},
    {{"next-article", "the linked title of another article, and what follows"},
     Stage::Positions,
     kArticle,
     remove_next_articles},
    {{"trailing-line", "after the last sentence"}, Stage::Positions, kArticle, remove_trailing_lines},
    {{"leading-line", "before the first paragraph"}, Stage::Positions, kArticle, remove_leading_lines},
};

} // namespace

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
