// SPDX-License-Identifier: GPL-3.0-or-later
/// The analyzer: turns text into terms, in the same way for articles and queries. docs/query-language.md has a table of
/// examples.
///
/// Terms without a prefix are words as written (case and accents folded, NFKC); "Z" + stem are stems; a term with "S"
/// before it occurs in the title. Compounds as written (torch.compile) are words without a stem. Filter terms (source,
/// tag, …) have other prefixes (shared/schema/terms.h), which no text can produce.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/text/stemmer.h"
#include "shared/text/term_table.h"

namespace trawl::text {

/// One occurrence of a term. Positions begin at 1; 0: a name with links, which counts for tf, but has no position.
struct TermOccurrence {
  TermOccurrence(const TermTable::Term& of_table, std::uint32_t at)
      : term(of_table.text), position(at), number(of_table.number) {}

  std::string_view term; ///< lives as long as the table
  std::uint32_t position = 0;
  std::uint32_t number = 0; ///< of the term in its table
};

/// The gap between the positions of the title and those of the text, which no phrase spans.
inline constexpr std::uint32_t kTitleGap = 100;

/// Where a text may be cut.
struct Landmark {
  std::size_t begin = 0;      ///< bytes of the text
  std::uint32_t position = 0; ///< of the first word at or after it
};

/// The terms of an article, and its lengths for ranking.
struct AnalyzedArticle {
  std::vector<TermOccurrence> terms; ///< the stems of a word directly before the word
  std::vector<Landmark> landmarks;   ///< every line with a word, and every 250 bytes of longer ones; of the text
  std::uint32_t title_words = 0;     ///< |T| of the ranking formula
  std::uint32_t words = 0;           ///< |D|: words of title and text
};

/// Adds the terms to `table`. `language`: a BCP 47 primary subtag, or empty. In an article in one of
/// stemmed_languages(), words have two stems: the English one, as in every article, and that of the language (stem_in).
AnalyzedArticle analyze_article(TermTable& table, std::string_view title, std::string_view body,
                                std::string_view language = {});

/// A stem of another language as a term: "de:modell". Words never contain a colon.
std::string stem_in(std::string_view language, std::string_view stem);

/// A word of running text: its range in bytes, and the terms that match it.
struct Word {
  std::size_t begin = 0, end = 0;
  std::string folded;         ///< as written, folded
  std::string stem;           ///< without the "Z"; empty for a compound as written
  std::uint32_t position = 0; ///< from 1; a part has its word's position, a compound that of its last word
};

/// The words of `text` in order, as indexed: parts of an identifier follow the identifier and are inside its range;
/// compounds precede their words; pairs of CJK characters overlap. For snippets and highlighting. `stemmer` may be
/// shared by many texts.
std::vector<Word> words_of(std::string_view text, Stemmer& stemmer);

} // namespace trawl::text
