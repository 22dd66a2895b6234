// SPDX-License-Identifier: GPL-3.0-or-later
/// A word in any of its spellings.
#pragma once

#include "shared/search/match/node_matcher.h"
#include "shared/search/match/spelling_variants.h"

#include <string>

namespace trawl::search {

/// The unit that a Word or Prefix node names; a Word's with the spellings that the index knows.
QueryUnit unit_of(const query::QueryTree& node, MatchContext& context);

/// The documents with all words of the unit, each in one of its spellings, or with the words fused into one.
DocSet match_unit(const QueryUnit& unit, const std::string& field, MatchContext& context);

} // namespace trawl::search
