// SPDX-License-Identifier: GPL-3.0-or-later
/// The evaluation of a query tree, node by node, into sets of documents. Each kind of node is evaluated by a function
/// in a file of its own in nodes/, registered by one line in nodes/list.def.
#pragma once

#include "shared/query/tree.h"
#include "shared/search/index_view.h"
#include "shared/search/match/doc_set.h"
#include "shared/search/match/positional_matcher.h"
#include "shared/search/match/spelling_variants.h"
#include "shared/search/response.h"
#include "shared/text/stemmer.h"

#include <string>
#include <vector>

namespace trawl::search {

/// What the nodes of one query share while they are evaluated.
struct MatchContext {
  const IndexView& view;
  Budget& budget;
  PositionalMatcher& positional;
  Budget prefix_budget; ///< until the soft deadline
  text::Stemmer stemmer;
  ForeignStemmers foreign;
  std::vector<Warning> warnings;
  bool is_complete = true;   ///< no words were left out because time ran out
  bool is_excluding = false; ///< inside a minus: what is found is left out

  DocSet no_documents() const { return DocSet(view.columns.last_document); }
  void warn(std::string code, std::string message) {
    warnings.push_back({std::move(code), std::move(message), std::nullopt});
  }
};

/// The documents that match `node`. `field` is the prefix of the terms to look up: "S" inside title:, else empty. The
/// recursion is as deep as the parser lets a tree be. Once the budget is over, the set is incomplete.
DocSet match_node(const query::QueryTree& node, const std::string& field, MatchContext& context);

} // namespace trawl::search
