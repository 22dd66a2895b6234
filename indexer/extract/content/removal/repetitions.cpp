// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks that the page shows twice: teasers, pull quotes, second renderings for other screens.
#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "indexer/extract/content/markup_keys.h"
#include "indexer/extract/content/removal/article_blocks.h"
#include "indexer/extract/content/removal/block_rules.h"
#include "indexer/html/text.h"

namespace trawl::extract {
namespace {

constexpr std::size_t kDistinctive = 60; ///< bytes; shorter blocks may be equal by chance
constexpr std::size_t kRefrain = 250;    ///< bytes; authors do not repeat longer texts

} // namespace

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
