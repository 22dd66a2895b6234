// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/nodes/word.h"

#include "shared/search/match/posting_sets.h"

namespace trawl::search {
namespace {

DocSet match_spellings(const QueryWord& word, const std::string& field, MatchContext& context) {
  DocSet out = context.no_documents();
  add_documents(context.view, field + "Z" + word.stem, out, context.budget);
  for (const std::vector<std::string>& stems : word.split) {
    std::vector<std::string> terms;
    for (const std::string& stem : stems) terms.push_back(field + "Z" + stem);
    out |= context.positional.in_order(terms, 1, {.exclude = &out});
  }
  return out;
}

} // namespace

QueryUnit unit_of(const query::QueryTree& node, MatchContext& context) {
  QueryUnit unit = read_unit(node.text, context.stemmer);
  if (node.kind == query::NodeKind::Word) split_by_vocabulary(unit, context.view, context.stemmer);
  return unit;
}

DocSet match_unit(const QueryUnit& unit, const std::string& field, MatchContext& context) {
  DocSet out = unit.words.empty() ? context.no_documents() : all_documents(context.view.columns);
  for (const QueryWord& word : unit.words) out &= match_spellings(word, field, context);
  if (!unit.fused.empty()) add_documents(context.view, field + "Z" + unit.fused, out, context.budget);
  return out;
}

DocSet match_word(const query::QueryTree& node, const std::string& field, MatchContext& context) {
  return match_unit(unit_of(node, context), field, context);
}

} // namespace trawl::search
