// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/nodes/phrase.h"

#include "shared/search/match/posting_cursor.h"
#include "shared/search/match/spelling_variants.h"

#include <algorithm>

namespace trawl::search {

std::vector<std::string> positional_terms(const query::QueryTree& node, const std::string& field,
                                          MatchContext& context) {
  std::vector<std::string> terms;
  const auto add = [&](const std::string& stem) { terms.push_back(field + "Z" + stem); };
  for (const query::QueryTree& child : node.children) {
    for (const QueryWord& word : read_unit(child.text, context.stemmer).words) {
      if (!word.split.empty() && document_frequency(context.view, field + "Z" + word.stem) == 0) {
        std::ranges::for_each(word.split.front(), add);
      } else {
        add(word.stem);
      }
    }
  }
  return terms;
}

std::uint32_t distance_of(const query::QueryTree& node) {
  return static_cast<std::uint32_t>(std::max(1, node.distance));
}

DocSet match_phrase_within(const query::QueryTree& node, const DocSet& within, MatchContext& context) {
  return context.positional.in_order(positional_terms(node, "", context), distance_of(node), {.within = &within});
}

DocSet match_phrase(const query::QueryTree& node, const std::string& field, MatchContext& context) {
  return context.positional.in_order(positional_terms(node, field, context), distance_of(node));
}

} // namespace trawl::search
