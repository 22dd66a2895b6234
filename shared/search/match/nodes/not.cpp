// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/node_matcher.h"
#include "shared/search/match/posting_sets.h"

namespace trawl::search {

/// All documents but those that match the child.
DocSet match_not(const query::QueryTree& node, const std::string& field, MatchContext& context) {
  DocSet out = all_documents(context.view.columns);
  context.is_excluding = !context.is_excluding;
  out -= match_node(node.children.front(), field, context);
  context.is_excluding = !context.is_excluding;
  return out;
}

} // namespace trawl::search
