// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/matching/node_query.h"

#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/opensearch/matching/filter_query.h"
#include "shared/query/fields.h"
#include "shared/text/tokenizer.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <utility>

namespace trawl::opensearch {
namespace {

using query::NodeKind;
using query::QueryTree;
using search::QueryUnit;
using search::QueryWord;

/// is:long: over ten minutes at 230 words a minute.
constexpr int kLongArticleWords = 2300;

std::string_view stems_in(Place place) { return place == Place::Title ? field::kTitleStems : field::kStems; }
std::string_view words_in(Place place) { return place == Place::Title ? field::kTitleWords : field::kWords; }

Json spelling_query(const QueryWord& word, Place place) {
  std::vector<Json> spellings{term_query(stems_in(place), word.stem)};
  for (const std::string& stem : word.foreign) spellings.push_back(term_query(stems_in(place), stem));
  for (const auto& stems : word.split) spellings.push_back(sequence_query(stems_in(place), stems, 1));
  return any_query(std::move(spellings));
}

/// The stems of a name in order: as typed, with the parts of its words (DeepSeek-V3: deep seek v3), or with the parts
/// of some of them. A number stays with its letters: gemma-2b is not the "gemma 2 b" of Gemma-2-9b.
std::vector<std::vector<std::string>> spellings_of(const QueryUnit& name) {
  constexpr std::size_t kMaxSpellings = 8;
  std::vector<std::vector<std::string>> spellings(1);
  for (const QueryWord& word : name.words) {
    const std::size_t count = spellings.size();
    const bool has_digit = std::ranges::any_of(word.folded, [](char c) { return c >= '0' && c <= '9'; });
    if (!has_digit && !word.split.empty() && 2 * count <= kMaxSpellings) {
      for (std::size_t i = 0; i < count; ++i) {
        spellings.push_back(spellings[i]);
        std::ranges::copy(word.split.front(), std::back_inserter(spellings.back()));
      }
    }
    for (std::size_t i = 0; i < count; ++i) spellings[i].push_back(word.stem);
  }
  return spellings;
}

Json name_query(const QueryUnit& name, Place place) {
  std::vector<Json> ways{term_query(words_in(place), name.compound)};
  if (!name.fused.empty()) ways.push_back(term_query(stems_in(place), name.fused_stem));
  for (const auto& stems : spellings_of(name)) ways.push_back(sequence_query(stems_in(place), stems, 1));
  return any_query(std::move(ways));
}

/// The stems of a phrase: as typed, with the parts of its words, and in each other language.
std::vector<std::vector<std::string>> stems_of_phrase(const QueryTree& node, QueryWords& words) {
  std::vector<std::string> as_typed, in_parts;
  std::vector<std::vector<std::string>> foreign; // by language
  for (const QueryTree& child : node.children) {
    for (const QueryWord& word : search::read_unit(child.text, words.stemmer()).words) {
      as_typed.push_back(word.stem);
      const auto stems = words.foreign_stems(word.folded);
      foreign.resize(stems.size());
      for (std::size_t i = 0; i < stems.size(); ++i) foreign[i].push_back(stems[i]);
      if (word.split.empty()) {
        in_parts.push_back(word.stem);
      } else {
        std::ranges::copy(word.split.front(), std::back_inserter(in_parts));
      }
    }
  }
  std::vector<std::vector<std::string>> out = std::move(foreign);
  if (as_typed != in_parts) out.push_back(std::move(in_parts));
  out.push_back(std::move(as_typed));
  return out;
}

Json phrase_query(const QueryTree& node, Place place, QueryWords& words) {
  std::vector<Json> ways;
  for (const auto& stems : stems_of_phrase(node, words)) {
    ways.push_back(sequence_query(stems_in(place), stems, std::max(1, node.distance)));
  }
  std::string typed;
  for (const QueryTree& child : node.children) typed.append(typed.empty() ? "" : " ").append(child.text);
  const std::string author = text::plain_words(typed);
  if (place == Place::Text && !author.empty()) ways.push_back(term_query(field::kAuthorNames, author));
  if (node.children.size() == 1) { // a name in quotes is a name
    const QueryUnit unit = search::read_unit(node.children.front().text, words.stemmer());
    if (unit.is_name()) ways.push_back(unit_query(unit, place));
  }
  return any_query(std::move(ways));
}

Json near_words_query(const QueryTree& node, Place place, QueryWords& words) {
  std::vector<Json> ways;
  for (const auto& stems : stems_of_phrase(node, words)) {
    ways.push_back(near_query(stems_in(place), stems, std::max(1, node.distance)));
  }
  return any_query(std::move(ways));
}

Json exact_query(const QueryTree& node, Place place, QueryWords& words) {
  const QueryUnit unit = search::read_unit(node.text, words.stemmer());
  if (!unit.compound.empty()) return term_query(words_in(place), unit.compound);
  std::vector<Json> all;
  for (const QueryWord& word : unit.words) all.push_back(term_query(words_in(place), word.folded));
  return all.empty() ? nothing() : all_query(std::move(all));
}

Json prefix_query(const QueryTree& node, Place place) {
  return {
      {"prefix", {{std::string(words_in(place)), {{"value", text::fold(node.text)}, {"rewrite", "constant_score"}}}}}};
}

Json property_query(std::string_view property) {
  if (property == "undated") return not_query({{"exists", {{"field", std::string(field::kPublished)}}}});
  if (property == "long") return {{"range", {{std::string(field::kLength), {{"gte", kLongArticleWords}}}}}};
  return {{"term", {{std::string(field::kCopied), true}}}}; // duplicate
}

Json field_query(const QueryTree& node, QueryWords& words) {
  const query::FieldKind kind = query::field_kind(node.field);
  if (kind == query::FieldKind::Words) return node_query(node.children.front(), Place::Title, words);
  std::vector<Json> ways;
  for (const QueryTree& child : node.children) {
    if (kind == query::FieldKind::Date) {
      if (const auto range = query::range_of_value(child.text)) ways.push_back(date_query(range->after, range->before));
    } else if (kind == query::FieldKind::Property) {
      ways.push_back(property_query(child.text));
    } else {
      ways.push_back(value_query(query::filter_of(node.field), child.text));
    }
  }
  return any_query(std::move(ways));
}

std::vector<Json> children_queries(const QueryTree& node, Place place, QueryWords& words) {
  std::vector<Json> out;
  for (const QueryTree& child : node.children) out.push_back(node_query(child, place, words));
  return out;
}

} // namespace

// The parser limits the depth of the tree, and so of the recursion.
Json node_query(const QueryTree& node, Place place, QueryWords& words) {
  switch (node.kind) {
  case NodeKind::Nothing:
    return everything();
  case NodeKind::Word: {
    const QueryUnit unit = words.unit(node);
    if (place == Place::Title) return unit_query(unit, place);
    return any_query({unit_query(unit, place), in_names_query(unit)});
  }
  case NodeKind::Exact:
    return exact_query(node, place, words);
  case NodeKind::Prefix:
    return prefix_query(node, place);
  case NodeKind::Phrase:
    return phrase_query(node, place, words);
  case NodeKind::Near:
    return near_words_query(node, place, words);
  case NodeKind::Field:
    return field_query(node, words);
  case NodeKind::And:
    return all_query(children_queries(node, place, words));
  case NodeKind::Or:
    return any_query(children_queries(node, place, words));
  case NodeKind::Not:
    return not_query(node_query(node.children.front(), place, words));
  }
  return nothing();
}

Json unit_query(const QueryUnit& unit, Place place) {
  if (unit.is_name()) return name_query(unit, place);
  std::vector<Json> all;
  for (const QueryWord& word : unit.words) all.push_back(spelling_query(word, place));
  return all.empty() ? nothing() : all_query(std::move(all));
}

Json exact_name_query(const QueryUnit& unit) {
  std::vector<Json> ways{term_query(field::kWords, unit.compound)};
  if (!unit.fused.empty()) ways.push_back(term_query(field::kWords, unit.fused));
  std::vector<Json> words;
  std::vector<std::string> stems;
  for (const QueryWord& word : unit.words) {
    words.push_back(term_query(field::kWords, word.folded));
    stems.push_back(word.stem);
  }
  words.push_back(sequence_query(field::kStems, stems, 1));
  ways.push_back(all_query(std::move(words)));
  return any_query(std::move(ways));
}

Json in_names_query(const QueryUnit& unit) {
  if (unit.words.size() == 1) {
    const std::string& stem = unit.words.front().stem;
    return any_query({term_query(field::kAuthorStems, stem), term_query(field::kTagStems, stem)});
  }
  std::vector<Json> all;
  for (const QueryWord& word : unit.words) all.push_back(term_query(field::kAuthorStems, word.stem));
  return all.empty() ? nothing() : all_query(std::move(all));
}

} // namespace trawl::opensearch
