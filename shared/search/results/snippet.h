// SPDX-License-Identifier: GPL-3.0-or-later
/// Snippets: the passages of a text that show best why it was found.
#pragma once

#include "shared/index/records/positions.h"
#include "shared/index/records/text_blocks.h"
#include "shared/search/response.h"
#include "shared/search/results/highlight.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace trawl::search {

/// What stands around a piece of text.
struct Surroundings {
  bool has_text_before = false, has_text_after = false;
  bool begins_sentence = true; ///< the piece does
  std::size_t characters_before = 0;
};

/// At most `count` passages of about `words` words each, not overlapping, in the order of the text: those with the most
/// different terms, then with the most hits; terms that one passage shows count little for the next. A passage begins
/// and ends with a sentence where that makes it a third longer at most or, at its end, not shorter than half.
/// Without a hit, the beginning of the text is shown. Words are runs between blanks; in Chinese, Japanese and Korean,
/// pairs of characters. Any white space becomes one blank. Linear.
std::vector<Snippet> make_snippets(std::string_view text, const Highlighter& highlighter, std::size_t count,
                                   std::size_t words, const Surroundings& around = {});

/// Makes snippets of stored texts for one query. Immutable.
class SnippetMaker {
 public:
  explicit SnippetMaker(const HighlightTerms& terms);

  const Highlighter& highlighter() const { return highlighter_; }

  /// As make_snippets, but reads only the blocks that the words' positions lead to, whatever the length of the text. Of
  /// a word that is more frequent, its first 200 positions are looked at. Bibliographies, lists of links and the like
  /// are shown only if there is nothing else.
  std::vector<Snippet> snippets(const index::TextBlocks& text, const index::PositionIndex& positions, std::size_t count,
                                std::size_t words) const;

 private:
  std::vector<Snippet> found_by_reading(std::span<const index::TextBlock> blocks, std::size_t count,
                                        std::size_t words) const;

  Highlighter highlighter_;
  std::vector<index::StemKey> stems_; ///< of all words, those of phrases too
  bool has_prefixes_ = false;         ///< nobody knows where those are
};

} // namespace trawl::search
