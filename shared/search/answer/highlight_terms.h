// SPDX-License-Identifier: GPL-3.0-or-later
/// What a query highlights.
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/query/tree.h"
#include "shared/search/plan/query_words.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace trawl::search {

/// Another form of a stem or phrase of the query that matching finds too.
struct OtherForm {
  std::vector<std::string> stems; ///< one directly after another
  std::string language;           ///< stems of this language, for articles in it; empty: English ones, for all
  bool is_of_phrase = false;
  std::size_t of = 0; ///< number of the stem or of the phrase
};

/// The words and stems of a query that a reader would recognise as hits.
struct HighlightTerms {
  std::vector<std::string> words; ///< folded forms
  std::vector<std::string> stems;
  std::vector<std::string> prefixes;
  std::vector<std::vector<std::string>> phrases; ///< of stems
  std::vector<OtherForm> others = {};            ///< synonyms, other spellings, stems of other languages
};

/// What a query may be highlighted in.
struct HighlightScope {
  std::vector<std::string> languages = {}; ///< of the articles, beside English; unknown ones have no effect
  QueryWords* words = nullptr;             ///< which spellings the index has; null: nobody knows
  bool has_words_of_phrases = false;       ///< no article has the phrases, so their words were looked for
};

/// Of everything that is not negated. Stop words only if there is nothing else.
HighlightTerms highlight_terms(const query::QueryTree& tree, const HighlightScope& scope = {});

/// The languages among those of `documents` whose stems matching looks for: that of the query if it can be told, else
/// all. `plain_words`: those of the query.
std::vector<std::string> highlighted_languages(std::string_view plain_words, const index::Columns& columns,
                                               std::span<const std::uint32_t> documents);

} // namespace trawl::search
