// SPDX-License-Identifier: GPL-3.0-or-later
/// Snippets: the passages of a text that show best why it was found.
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/index/document/text_blocks.h"
#include "shared/search/answer/highlight.h"
#include "shared/search/response.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

inline constexpr std::size_t kSnippetWords = 30; ///< of a passage of a hit, about

/// What stands around a piece of text.
struct Surroundings {
  bool has_text_before = false, has_text_after = false;
  bool begins_sentence = true; ///< the piece does
  std::size_t characters_before = 0, bytes_before = 0;
};

/// At most `count` passages of about `words` words each, not overlapping, in the order of the text: those with the most
/// different terms, then with the most hits; terms that one passage shows count little for the next. A passage begins
/// and ends with a sentence where that makes it a third longer at most or, at its end, not shorter than half.
/// Without a hit, the text is shown from its first sentence on. Words are runs between blanks; in Chinese, Japanese and
/// Korean, pairs of characters. Any white space becomes one blank. "…" stands where text was left out, but not behind
/// the end of a sentence. Linear.
std::vector<Snippet> make_snippets(std::string_view text, const Highlighter& highlighter, std::size_t count,
                                   std::size_t words, const Surroundings& around = {}, std::string_view language = {});

/// The same, where the hits are known: sorted by their beginnings, their terms smaller than `terms`.
std::vector<Snippet> make_snippets(std::string_view text, const std::vector<TextHit>& hits, std::size_t terms,
                                   std::size_t count, std::size_t words, const Surroundings& around = {});

/// A stored text and what is known about it.
struct StoredText {
  const index::TextBlocks& blocks;
  const index::Columns& columns;
  std::uint32_t document = 0;
  std::string_view language = {}; ///< of the article: a primary subtag, or empty
};

/// Makes snippets of stored texts for one query. For one thread (highlight.h).
class SnippetMaker {
 public:
  explicit SnippetMaker(const HighlightTerms& terms);

  /// Where the words of the query are in one text.
  struct Found {
    std::vector<std::vector<std::uint32_t>> words; ///< positions by word or phrase (of its last word), ascending
    std::vector<std::uint32_t> inner;              ///< of the other words of phrases, ascending
  };
  /// One read of the database for each word.
  Found find(const StoredText& text) const;

  /// What to mark in the title of a stored article.
  std::vector<Mark> title_marks(std::string_view title, const StoredText& text, const Found& found) const;

  /// As make_snippets, but reads only the blocks that the words' positions lead to, and of these analyses only those
  /// words, whatever the length of the text. Of a word that is more frequent, its first 200 positions are looked at.
  /// Bibliographies, lists of links and the like are shown only if there is nothing else.
  std::vector<Snippet> snippets(const StoredText& text, const Found& found, std::size_t count, std::size_t words) const;

 private:
  /// Stems that mean a word of the query where they stand one directly after another.
  struct Form {
    std::vector<std::string> terms; ///< "Z…"
    std::string language;           ///< of the articles that have it; empty: any
  };

  static Form form_of(const std::vector<std::string>& stems, const std::string& language);
  static bool is_in(const Form& form, const StoredText& text) {
    return form.language.empty() || form.language == text.language;
  }
  static void add_positions(const Form& form, const StoredText& text, std::size_t most,
                            std::vector<std::uint32_t>& word, std::vector<std::uint32_t>& inner);
  std::vector<std::uint32_t> candidates(const StoredText& text, const Found& found, std::uint32_t first,
                                        std::uint32_t end) const;
  std::vector<Snippet> found_by_reading(const StoredText& text, std::size_t count, std::size_t words,
                                        bool reads_on) const;

  Highlighter highlighter_;
  std::vector<std::vector<Form>> words_; ///< the forms of each word and phrase
  bool has_prefixes_ = false;            ///< nobody knows where those are
};

} // namespace trawl::search
