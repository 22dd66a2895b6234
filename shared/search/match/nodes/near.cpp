// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/nodes/phrase.h"

namespace trawl::search {

/// The documents in which all the words stand close together, in any order.
DocSet match_near(const query::QueryTree& node, const std::string& field, MatchContext& context) {
  DocSet out = context.no_documents();
  for (const std::vector<std::string>& terms : positional_terms(node, field, context)) {
    out |= context.positional.near(terms, distance_of(node));
  }
  return out;
}

} // namespace trawl::search
