// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/facets/written_values.h"

#include "shared/query/fields.h"
#include "shared/schema/terms.h"
#include "shared/search/match/posting_sets.h"
#include "shared/text/analyzer.h"
#include "shared/text/stemmer.h"
#include "shared/text/tokenizer.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace trawl::search {
namespace {

using index::ValueColumn;
using query::QueryTree;

bool is_known(const ValueColumn& column, std::string_view field, std::string_view value) {
  const auto ordinal = find_value(column, field, value);
  return ordinal && column.documents[*ordinal] > 0;
}

/// The values whose words, or those of their label, are `words`.
std::vector<std::string> values_with_words(const ValueColumn& column, std::string_view words, const LabelOf& label) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < column.values.size(); ++i) {
    if (column.documents[i] == 0) continue;
    const std::string value(column.values[i]);
    if (text::plain_words(value) == words || (label && text::plain_words(label(value)) == words)) out.push_back(value);
  }
  return out;
}

/// The folded words of a text, pairs of CJK characters too.
std::set<std::string> word_set(std::string_view text) {
  std::set<std::string> words;
  for (text::Token& token : text::tokenize(text)) words.insert(std::move(token.folded));
  return words;
}

/// The authors who have all words of `value` in their name; if one has no others, only that one. There may be hundreds
/// of thousands of authors: those of the articles that have the words in some author's name are looked at.
std::vector<std::string> authors_named(const ValueColumn& column, std::string_view value, const IndexView& view) {
  text::Stemmer stemmer;
  std::vector<std::string> terms;
  for (const text::Word& word : text::words_of(value, stemmer)) {
    if (!word.stem.empty()) terms.push_back(schema::author_word_term(word.stem));
  }
  Budget unlimited(Deadline{std::chrono::steady_clock::time_point::max()});
  std::set<std::uint32_t> candidates;
  documents_with_all(view, std::move(terms), unlimited).for_each([&](std::uint32_t document) {
    for (const std::uint32_t ordinal : column.of(document)) candidates.insert(ordinal);
  });
  const std::set<std::string> wanted = word_set(value);
  const std::string whole = text::plain_words(value);
  std::vector<std::string> named, whole_named;
  for (const std::uint32_t ordinal : candidates) {
    const std::string name(column.values[ordinal]);
    if (!std::ranges::includes(word_set(name), wanted)) continue;
    named.push_back(name);
    if (text::plain_words(name) == whole) whole_named.push_back(name);
  }
  return whole_named.empty() ? named : whole_named;
}

/// What `value` means; itself if nothing is known under it.
std::vector<std::string> meanings(std::string_view field, const std::string& value, const IndexView& view,
                                  const LabelOf& label) {
  const ValueColumn* column = view.columns.column(field);
  if (column == nullptr || is_known(*column, field, value)) return {value};
  const std::string words = text::plain_words(value);
  if (words.empty()) return {value};
  std::vector<std::string> known = field == "author"
                                       ? authors_named(*column, value, view)
                                       : values_with_words(*column, words, field == "source" ? label : LabelOf{});
  return known.empty() ? std::vector{value} : known;
}

void replace(std::vector<std::string>& values, std::string_view field, const IndexView& view, const LabelOf& label) {
  std::vector<std::string> out;
  for (const std::string& value : values) {
    for (std::string& known : meanings(field, value, view, label)) {
      if (std::ranges::find(out, known) == out.end()) out.push_back(std::move(known));
    }
  }
  values = std::move(out);
}

/// An article must have all of `values`, so of several meanings of a value the one that most articles have is taken.
void replace_each(std::vector<std::string>& values, std::string_view field, const IndexView& view,
                  const LabelOf& label) {
  for (std::string& value : values) {
    std::vector<std::string> known = meanings(field, value, view, label);
    const auto frequency = [&](const std::string& one) {
      const ValueColumn& column = *view.columns.column(field);
      const auto ordinal = find_value(column, field, one);
      return ordinal ? column.documents[*ordinal] : 0;
    };
    value = known.size() == 1 ? known.front() : *std::ranges::max_element(known, {}, frequency);
  }
}

std::vector<QueryTree> leaves(std::vector<std::string> values) {
  std::vector<QueryTree> out;
  for (std::string& value : values) out.push_back(query::leaf(query::NodeKind::Word, std::move(value)));
  return out;
}

// The recursion is as deep as the parser lets a tree be.
void replace_in(QueryTree& tree, const IndexView& view, const LabelOf& label) {
  const bool is_filter =
      tree.kind == query::NodeKind::Field && query::field_kind(tree.field) == query::FieldKind::Value;
  if (!is_filter) {
    for (QueryTree& child : tree.children) replace_in(child, view, label);
    return;
  }
  std::vector<std::string> values;
  for (const QueryTree& child : tree.children) values.push_back(child.text);
  replace(values, query::filter_of(tree.field), view, label);
  tree.children = leaves(std::move(values));
}

/// Moves those of `values` that mean several to `parts`.
void move_ambiguous(std::vector<std::string>& values, const std::string& field, const IndexView& view,
                    const LabelOf& label, std::vector<QueryTree>& parts) {
  std::erase_if(values, [&](const std::string& value) {
    std::vector<std::string> known = meanings(field, value, view, label);
    if (known.size() < 2) return false;
    QueryTree any;
    any.kind = query::NodeKind::Field;
    any.field = field;
    any.children = leaves(std::move(known));
    parts.push_back(std::move(any));
    return true;
  });
}

} // namespace

Filters with_known_values(const Filters& filters, const IndexView& view, const LabelOf& label) {
  Filters out = filters;
  for (auto& [field, filter] : out.fields) {
    replace(filter.any_of, field, view, label);
    replace(filter.none_of, field, view, label);
    replace_each(filter.all_of, field, view, label);
  }
  return out;
}

void use_known_values(query::ParsedQuery& query, const IndexView& view, const LabelOf& label) {
  replace_in(query.tree, view, label);
  std::vector<QueryTree> parts;
  for (auto& [field, filter] : query.filters.fields) move_ambiguous(filter.all_of, field, view, label, parts);
  query.filters = with_known_values(query.filters, view, label);
  if (parts.empty()) return;
  parts.insert(parts.begin(), std::move(query.tree));
  std::erase_if(parts, [](const QueryTree& part) { return part.empty(); });
  query.tree = query::flattened(std::move(parts));
}

} // namespace trawl::search
