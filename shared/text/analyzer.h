// SPDX-License-Identifier: GPL-3.0-or-later
/// Text to terms: the one analyzer, for articles and for queries. docs/query-language.md has the table of what becomes
/// what.
///
/// Terms without prefix are words as written (case and accents folded, NFKC), "Z" + stem are stems, "S" before either
/// means: in the title. Compounds as written (torch.compile) are words without a stem. Filter terms (source, tag, …)
/// have prefixes of their own in shared/schema/terms.h and cannot be reached from text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/text/stemmer.h"

namespace trawl::text {

/// One occurrence of an index term. Positions begin at 1; 0 means: counted (wdf), but without a position.
struct TermOccurrence {
  std::string term;
  std::uint32_t position = 0;
};

/// Between the positions of the title and those of the text: no phrase crosses.
inline constexpr std::uint32_t kTitleGap = 100;

/// Everything of an article that becomes terms.
struct AnalyzedArticle {
  std::vector<TermOccurrence> terms;
  std::uint32_t title_words = 0; ///< |T| of the ranking formula
  std::uint32_t words = 0;       ///< |D|: words of title and text
};

AnalyzedArticle analyze_article(std::string_view title, std::string_view body);

/// A word of running text: where it stands (bytes), and the terms it would match by.
struct Word {
  std::size_t begin = 0, end = 0;
  std::string folded;         ///< as written, folded
  std::string stem;           ///< without the "Z"; empty for a compound as written
  std::uint32_t position = 0; ///< from 1; parts have their word's, compounds that of their last word
};

/// The words of `text` in order, as the index sees them: parts of identifiers follow their whole, inside its range;
/// compounds precede their words; pairs of CJK characters overlap. For snippets and highlighting.
/// `stemmer` may be one for many texts.
std::vector<Word> words_of(std::string_view text, Stemmer& stemmer);

} // namespace trawl::text
