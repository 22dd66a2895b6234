// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/nodes/phrase.h"

namespace trawl::search {

/// The documents in which all the words stand close together, in any order.
DocSet match_near(const query::QueryTree& node, const std::string& field, MatchContext& context) {
  return context.positional.near(positional_terms(node, field, context), distance_of(node));
}

} // namespace trawl::search
