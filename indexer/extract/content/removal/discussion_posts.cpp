// SPDX-License-Identifier: GPL-3.0-or-later
// Discussions: the text has the markup of the posts; ranks, dates and buttons beside the posts have different markup.
#include <cstddef>
#include <unordered_set>

#include "indexer/extract/content/line_features.h"
#include "indexer/extract/content/markup_keys.h"
#include "indexer/extract/content/removal/article_blocks.h"
#include "indexer/extract/content/removal/block_rules.h"
#include "indexer/extract/page/block_features.h"

namespace trawl::extract {
namespace {

/// Whether the block is not the first of its box. The first heading of a post repeats the title of the discussion.
bool follows_in_post(const ArticleBlocks& article, std::size_t i) {
  const html::Dom& dom = article.dom();
  return i > 0 && dom[article[i - 1].node].parent == dom[article[i].node].parent;
}

} // namespace

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

} // namespace trawl::extract
