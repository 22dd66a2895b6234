// SPDX-License-Identifier: GPL-3.0-or-later
/// A word in any of its spellings.
#pragma once

#include "shared/search/match/node_matcher.h"
#include "shared/search/match/spelling_variants.h"

#include <string>

namespace trawl::search {

/// The unit that a Word or Prefix node names; a Word's with the spellings that the index knows.
QueryUnit unit_of(const query::QueryTree& node, MatchContext& context);

/// The documents that have a name in no other inflection: as typed, its two words as one, or its words side by side.
DocSet match_exact_name(const QueryUnit& unit, MatchContext& context);

/// False if `add_matches_in_fields` would add nothing.
bool may_match_in_fields(const QueryUnit& unit, const MatchContext& context);

/// Adds the documents that have the words of the unit in the name of an author, or a single word in a tag.
void add_matches_in_fields(const QueryUnit& unit, DocSet& to, MatchContext& context);

/// The documents that have the unit in title or text: a word in one of its spellings; a name (k-means) with its words
/// one directly after another, or fused into one.
DocSet match_unit(const QueryUnit& unit, const std::string& field, MatchContext& context);

} // namespace trawl::search
