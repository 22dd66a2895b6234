// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/node_matcher.h"

#include "shared/search/match/posting_sets.h"

namespace trawl::search {

#define TRAWL_NODE(kind, function) DocSet function(const query::QueryTree&, const std::string&, MatchContext&);
#include "shared/search/match/nodes/list.def"
#undef TRAWL_NODE

DocSet match_node(const query::QueryTree& node, const std::string& field, MatchContext& context) {
  switch (node.kind) {
  case query::NodeKind::Nothing:
    return all_documents(context.view.columns);
#define TRAWL_NODE(kind, function)                                                                                     \
  case query::NodeKind::kind:                                                                                          \
    return function(node, field, context);
#include "shared/search/match/nodes/list.def"
#undef TRAWL_NODE
  }
  return context.no_documents();
}

} // namespace trawl::search
