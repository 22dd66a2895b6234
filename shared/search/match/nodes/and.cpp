// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/node_matcher.h"
#include "shared/search/match/posting_sets.h"

namespace trawl::search {

/// The documents that match every child.
DocSet match_and(const query::QueryTree& node, const std::string& field, MatchContext& context) {
  DocSet out = all_documents(context.view.columns);
  for (const query::QueryTree& child : node.children) out &= match_node(child, field, context);
  return out;
}

} // namespace trawl::search
