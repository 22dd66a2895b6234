// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/node_matcher.h"
#include "shared/search/match/posting_sets.h"
#include "shared/search/match/prefix_expansion.h"
#include "shared/text/unicode.h"

#include <limits>

namespace trawl::search {

/// The documents with a word that begins so. The most frequent words come first, in case time runs out.
DocSet match_prefix(const query::QueryTree& node, const std::string& field, MatchContext& context) {
  DocSet out = context.no_documents();
  const PrefixExpansion expansion = expand_prefix(context.view, field + text::fold(node.text), context.budget,
                                                  std::numeric_limits<std::size_t>::max());
  std::size_t used = 0;
  for (; used < expansion.terms.size() && !context.prefix_budget.passed(); ++used) {
    // There may be very many of them, and no other query is likely to ask for them.
    add_documents(context.view, TermPostings(context.view, expansion.terms[used]), out, context.budget);
  }
  if (used < expansion.terms.size()) {
    context.is_complete = false;
    context.warn("expansion_cut", std::to_string(expansion.total) + " words begin with '" + node.text + "'; only the " +
                                      std::to_string(used) + " most frequent were looked for before time ran out.");
  }
  return out;
}

} // namespace trawl::search
