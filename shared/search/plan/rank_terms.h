// SPDX-License-Identifier: GPL-3.0-or-later
/// The words of a query that it is ranked by: all that are not negated, without stop words, and which of them are
/// neighbours.
#pragma once

#include "shared/query/parse_query.h"
#include "shared/search/plan/query_words.h"

#include <string>
#include <utility>
#include <vector>

namespace trawl::search {

/// A stem or word, and how often the query has it.
struct RankTerm {
  std::string text; ///< without the prefix of a field
  double occurrences = 1;
  std::string word = {};   ///< of a stem: the first word of the query that has it, folded, for explanations
  bool may_be_name = true; ///< of a stem: the word may be of an author's name
  std::string term = {};   ///< of a stem: in the index of texts; QueryWord::term
};

struct RankTerms {
  std::vector<RankTerm> stems;    ///< distinct; of a word with the stem of an abbreviation, the word
  std::vector<RankTerm> exact;    ///< distinct words as written, folded
  std::vector<RankTerm> variants; ///< stems of other spellings: two words as one, the parts of a name
  std::vector<RankTerm> synonyms; ///< stems of other names: llm for large language model
  std::vector<std::pair<std::string, std::string>> pairs; ///< stems of neighbouring words, each pair once
  std::vector<std::string> prefixes;                      ///< folded
  bool is_literal = false; ///< has words that are wanted as written: in quotes, or with a plus
};

/// In every spelling that the index has.
RankTerms rank_terms(const query::ParsedQuery& query, QueryWords& words);

} // namespace trawl::search
