// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/node_matcher.h"
#include "shared/search/match/posting_sets.h"
#include "shared/search/match/spelling_variants.h"

namespace trawl::search {

/// The documents with the word as typed. A name with links (torch.compile) is a term of its own; the pairs of Chinese,
/// Japanese or Korean characters stand side by side.
DocSet match_exact(const query::QueryTree& node, const std::string& field, MatchContext& context) {
  const QueryUnit unit = read_unit(node.text, context.stemmer);
  std::vector<std::string> terms;
  if (!unit.compound.empty()) {
    terms.push_back(field + unit.compound);
  } else if (unit.has_pairs) {
    for (const QueryWord& word : unit.words) terms.push_back(field + "Z" + word.stem);
    return context.positional.in_order(terms, 1);
  } else {
    for (const QueryWord& word : unit.words) terms.push_back(field + word.folded);
  }
  return terms.empty() ? context.no_documents() : documents_with_all(context.view, std::move(terms), context.budget);
}

} // namespace trawl::search
