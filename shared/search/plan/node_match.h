// SPDX-License-Identifier: GPL-3.0-or-later
/// From the nodes of a query tree to what articles must have to match them.
#pragma once

#include "shared/query/filters.h"
#include "shared/query/tree.h"
#include "shared/search/plan/match.h"
#include "shared/search/plan/query_words.h"

#include <functional>
#include <map>
#include <string>

namespace trawl::search {

/// What matches `node`. `field` is the prefix of the terms to look for: "S" inside title:, else empty.
MatchPtr match_of_node(const query::QueryTree& node, QueryWords& words, const std::string& field = {},
                       bool is_excluding = false);

/// The articles with the unit in title or text: a word in one of its spellings; a name (k-means) with its words one
/// directly after another, or fused into one.
MatchPtr match_of_unit(const QueryUnit& unit, const std::string& field = {});

/// The articles with a name in no other inflection: as typed, its two words as one, or its words side by side.
MatchPtr match_of_exact_name(const QueryUnit& unit);

/// The articles with the words of the unit in the name of an author, if its case allows it, or a single word in a tag.
MatchPtr match_in_names(const QueryUnit& unit);

/// What each filtered field (the dates too, as kDateField) asks for, by field. A field's facet is counted without its
/// own.
std::map<std::string, MatchPtr, std::less<>> matches_of_filters(const query::Filters& filters);

} // namespace trawl::search
