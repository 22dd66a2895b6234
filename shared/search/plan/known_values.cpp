// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/known_values.h"

#include "shared/query/fields.h"
#include "shared/schema/fields.h"
#include "shared/schema/terms.h"
#include "shared/search/plan/nearest_value.h"
#include "shared/text/analyzer.h"
#include "shared/text/stemmer.h"
#include "shared/text/tokenizer.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trawl::search {
namespace {

using query::QueryTree;

/// The folded words of a text, pairs of CJK characters too.
std::set<std::string> word_set(std::string_view text) {
  std::set<std::string> words;
  for (text::Token& token : text::tokenize(text)) words.insert(std::move(token.folded));
  return words;
}

std::size_t articles_with(std::string_view field, const std::string& value, TermStatistics& statistics) {
  return statistics.count(match_value(field, {value}));
}

/// What values mean that no article has. The values of a field are read once, however many are asked for.
class Meanings {
 public:
  explicit Meanings(TermStatistics& statistics) : statistics_(statistics) {}

  /// What `value` means; itself if nothing is known under it.
  std::vector<std::string> of(std::string_view field, const std::string& value) {
    if (!schema::filter_index(field) || is_known_value(field, value, statistics_)) return {value};
    const std::string words = text::plain_words(value);
    if (words.empty()) return {value};
    std::vector<std::string> known = field == "author" ? authors_named(value, statistics_) : with_words(field, words);
    return known.empty() ? std::vector{value} : known;
  }

  /// The one of them that most articles have.
  std::string most_frequent(std::string_view field, const std::string& value) {
    std::vector<std::string> known = of(field, value);
    const auto frequency = [&](const std::string& one) { return articles_with(field, one, statistics_); };
    return known.size() == 1 ? known.front() : *std::ranges::max_element(known, {}, frequency);
  }

 private:
  using ValuesByWords = std::unordered_map<std::string, std::set<std::string>>;

  /// The values whose words, or those of another name of theirs, are `words`; else the only one of which they are the
  /// beginning, of two letters or more.
  std::vector<std::string> with_words(std::string_view field, const std::string& words) {
    const auto [place, is_new] = fields_.try_emplace(std::string(field));
    if (is_new) read(field, place->second);
    const auto found = place->second.find(words);
    if (found != place->second.end()) return {found->second.begin(), found->second.end()};
    std::set<std::string> begun;
    for (const auto& [name, values] : place->second) {
      if (words.size() > 1 && name.starts_with(words)) begun.insert(values.begin(), values.end());
    }
    return begun.size() == 1 ? std::vector(begun.begin(), begun.end()) : std::vector<std::string>();
  }

  void read(std::string_view field, ValuesByWords& values) {
    statistics_.for_each_value(field, everything(), [&](std::string_view value, std::size_t) {
      values[text::plain_words(value)].emplace(value);
      for (const std::string& name : other_names(field, value, statistics_))
        values[text::plain_words(name)].emplace(value);
    });
  }

  TermStatistics& statistics_;
  std::map<std::string, ValuesByWords> fields_;
};

void replace(std::vector<std::string>& values, std::string_view field, Meanings& meanings) {
  std::vector<std::string> out;
  for (const std::string& value : values) {
    for (std::string& known : meanings.of(field, value)) {
      if (std::ranges::find(out, known) == out.end()) out.push_back(std::move(known));
    }
  }
  values = std::move(out);
}

std::vector<QueryTree> leaves(std::vector<std::string> values) {
  std::vector<QueryTree> out;
  for (std::string& value : values) out.push_back(query::leaf(query::NodeKind::Word, std::move(value)));
  return out;
}

// The recursion is as deep as the parser lets a tree be.
void replace_in(QueryTree& tree, Meanings& meanings) {
  const bool is_filter =
      tree.kind == query::NodeKind::Field && query::field_kind(tree.field) == query::FieldKind::Value;
  if (!is_filter) {
    for (QueryTree& child : tree.children) replace_in(child, meanings);
    return;
  }
  std::vector<std::string> values;
  for (const QueryTree& child : tree.children) values.push_back(child.text);
  replace(values, query::filter_of(tree.field), meanings);
  tree.children = leaves(std::move(values));
}

/// Moves those of `values` that mean several to `parts`.
void move_ambiguous(std::vector<std::string>& values, const std::string& field, Meanings& meanings,
                    std::vector<QueryTree>& parts) {
  std::erase_if(values, [&](const std::string& value) {
    std::vector<std::string> known = meanings.of(field, value);
    if (known.size() < 2) return false;
    QueryTree any;
    any.kind = query::NodeKind::Field;
    any.field = field;
    any.children = leaves(std::move(known));
    parts.push_back(std::move(any));
    return true;
  });
}

/// An article must have all of `all_of`, so of several meanings of one the most frequent is taken.
Filters replaced(const Filters& filters, Meanings& meanings) {
  Filters out = filters;
  for (auto& [field, filter] : out.fields) {
    replace(filter.any_of, field, meanings);
    replace(filter.none_of, field, meanings);
    for (std::string& value : filter.all_of) value = meanings.most_frequent(field, value);
  }
  return out;
}

} // namespace

std::vector<std::string> authors_named(std::string_view value, TermStatistics& statistics) {
  text::Stemmer stemmer;
  std::vector<MatchPtr> with_words;
  for (const text::Word& word : text::words_of(value, stemmer)) {
    if (!word.stem.empty()) with_words.push_back(match_term(schema::author_word_term(word.folded)));
  }
  const std::set<std::string> wanted = word_set(value);
  const std::string whole = text::plain_words(value);
  std::vector<std::string> named, whole_named;
  if (with_words.empty()) return named;
  statistics.for_each_value("author", match_all(std::move(with_words)), [&](std::string_view name, std::size_t) {
    if (!std::ranges::includes(word_set(name), wanted)) return;
    named.emplace_back(name);
    if (text::plain_words(name) == whole) whole_named.emplace_back(name);
  });
  std::ranges::sort(named);
  std::ranges::sort(whole_named);
  return whole_named.empty() ? named : whole_named;
}

Filters with_known_values(const Filters& filters, TermStatistics& statistics) {
  Meanings meanings(statistics);
  return replaced(filters, meanings);
}

void use_known_values(query::ParsedQuery& query, TermStatistics& statistics) {
  Meanings meanings(statistics);
  replace_in(query.tree, meanings);
  std::vector<QueryTree> parts;
  for (auto& [field, filter] : query.filters.fields) move_ambiguous(filter.all_of, field, meanings, parts);
  query.filters = replaced(query.filters, meanings);
  if (parts.empty()) return;
  parts.insert(parts.begin(), std::move(query.tree));
  std::erase_if(parts, [](const QueryTree& part) { return part.empty(); });
  query.tree = query::flattened(std::move(parts));
}

bool is_known_value(std::string_view field, const std::string& value, TermStatistics& statistics) {
  return articles_with(field, value, statistics) > 0;
}

std::vector<Warning> unknown_values(const Filters& filters, TermStatistics& statistics) {
  std::vector<Warning> warnings;
  for (const auto& [field, filter] : filters.fields) {
    if (!schema::filter_index(field)) continue;
    for (const auto* values : {&filter.any_of, &filter.all_of, &filter.none_of}) {
      for (const std::string& value : *values) {
        if (is_known_value(field, value, statistics)) continue;
        const auto nearest = warnings.size() < kMaxCompared ? nearest_value(field, value, statistics) : std::nullopt;
        std::string message = "No article has the " + field + " \"" + value + "\"";
        message += nearest ? ". The nearest is \"" + *nearest + "\"." : std::string(".");
        warnings.push_back({"unknown_value", std::move(message), std::nullopt});
      }
    }
  }
  return warnings;
}

} // namespace trawl::search
