// SPDX-License-Identifier: GPL-3.0-or-later
/// What the whole query names and what therefore comes first: a title, a name, an author. Statistics cannot promise
/// that: a longer article about the same words may score higher. docs/decisions/0020-what-is-typed.md has the reasons.
#pragma once

#include "shared/query/parse_query.h"
#include "shared/search/plan/match.h"
#include "shared/search/plan/query_words.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// Articles that are listed before all that follow.
struct PlannedFirstPlace {
  std::string name, reason; ///< for explanations
  MatchPtr match;
  /// Only if the article that would be the first one does not match: the order is right if it does.
  bool if_first_lacks_it = false;
  bool is_of_pasted_text = false; ///< the reader is told if no article matches
};

/// The name of the place of articles with a part of the query.
inline constexpr std::string_view kLongestPart = "longest part";

/// Best first; an article's place is the first that it matches. Of a query that looks pasted, the last is of the
/// articles that have it word for word, even if no article has all its words.
std::vector<PlannedFirstPlace> first_places(const query::ParsedQuery& query, QueryWords& words);

/// Whether word `i` of a query is an initial in a name, which may be missing: the J of "Martin J. Hetz". All words as
/// typed.
bool is_initial(std::size_t i, std::span<const std::string> words);

} // namespace trawl::search
