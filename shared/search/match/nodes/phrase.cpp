// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/nodes/phrase.h"

#include "shared/schema/terms.h"
#include "shared/search/match/nodes/word.h"
#include "shared/search/match/posting_sets.h"
#include "shared/search/match/spelling_variants.h"
#include "shared/text/tokenizer.h"

#include <algorithm>

namespace trawl::search {

std::vector<std::vector<std::string>> positional_terms(const query::QueryTree& node, const std::string& field,
                                                       MatchContext& context) {
  std::vector<std::string> as_typed, in_parts;
  std::vector<std::vector<std::string>> foreign; // by language
  for (const query::QueryTree& child : node.children) {
    for (const QueryWord& word : read_unit(child.text, context.stemmer).words) {
      as_typed.push_back(field + "Z" + word.stem);
      const std::vector<std::string> stems = context.foreign.stems(word.folded);
      foreign.resize(stems.size());
      for (std::size_t i = 0; i < stems.size(); ++i) foreign[i].push_back(field + "Z" + stems[i]);
      if (word.split.empty()) {
        in_parts.push_back(as_typed.back());
      } else {
        for (const std::string& stem : word.split.front()) in_parts.push_back(field + "Z" + stem);
      }
    }
  }
  std::vector<std::vector<std::string>> out = std::move(foreign);
  if (as_typed != in_parts) out.push_back(std::move(in_parts));
  out.push_back(std::move(as_typed));
  return out;
}

std::uint32_t distance_of(const query::QueryTree& node) {
  return static_cast<std::uint32_t>(std::max(1, node.distance));
}

namespace {

/// As text::plain_words gives them.
std::string words_of_phrase(const query::QueryTree& node) {
  std::string text;
  for (const query::QueryTree& child : node.children) text.append(text.empty() ? "" : " ").append(child.text);
  return text::plain_words(text);
}

DocSet match_sequences(const query::QueryTree& node, const std::string& field, const CandidateLimits& limits,
                       MatchContext& context) {
  DocSet out = context.no_documents();
  for (const std::vector<std::string>& terms : positional_terms(node, field, context)) {
    out |= context.positional.in_order(terms, distance_of(node), limits);
  }
  const std::string author = field.empty() ? schema::author_term(words_of_phrase(node)) : std::string();
  if (!author.empty()) add_documents(context.view, author, out, context.budget);
  if (limits.within != nullptr) out &= *limits.within;
  if (node.children.size() > 1) return out;
  // A name in quotes is a name.
  const QueryUnit unit = read_unit(node.children.front().text, context.stemmer);
  if (unit.is_name()) out |= match_unit(unit, field, context);
  if (limits.within != nullptr) out &= *limits.within;
  return out;
}

} // namespace

DocSet match_phrase_within(const query::QueryTree& node, const DocSet& within, MatchContext& context) {
  return match_sequences(node, "", {.within = &within}, context);
}

DocSet match_phrase(const query::QueryTree& node, const std::string& field, MatchContext& context) {
  return match_sequences(node, field, {}, context);
}

} // namespace trawl::search
