// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/node_matcher.h"

namespace trawl::search {

/// The documents that match at least one child.
DocSet match_or(const query::QueryTree& node, const std::string& field, MatchContext& context) {
  DocSet out = context.no_documents();
  for (const query::QueryTree& child : node.children) out |= match_node(child, field, context);
  return out;
}

} // namespace trawl::search
