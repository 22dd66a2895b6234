// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/node_matcher.h"
#include "shared/search/match/posting_sets.h"
#include "shared/search/match/prefix_expansion.h"
#include "shared/text/unicode.h"

namespace trawl::search {

/// The documents with a word that begins so. Warns when only the most frequent words were used.
DocSet match_prefix(const query::QueryTree& node, const std::string& field, MatchContext& context) {
  DocSet out = context.no_documents();
  const PrefixExpansion expansion = expand_prefix(context.view, field + text::fold(node.text), context.budget);
  for (const std::string& term : expansion.terms) add_documents(context.view, term, out, context.budget);
  if (expansion.total > expansion.terms.size()) {
    context.warn("expansion_cut", std::to_string(expansion.total) + " words begin with '" + node.text + "'; only the " +
                                      std::to_string(expansion.terms.size()) + " most frequent were looked for.");
  }
  return out;
}

} // namespace trawl::search
