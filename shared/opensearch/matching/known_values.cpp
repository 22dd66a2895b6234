// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/matching/known_values.h"

#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/opensearch/matching/filter_query.h"
#include "shared/query/fields.h"
#include "shared/schema/fields.h"
#include "shared/search/facets/nearest_value.h"
#include "shared/text/analyzer.h"
#include "shared/text/tokenizer.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace trawl::opensearch {
namespace {

using query::QueryTree;

std::set<std::string> words_in(std::string_view text) {
  std::set<std::string> words;
  for (text::Token& token : text::tokenize(text)) words.insert(std::move(token.folded));
  return words;
}

/// The authors whose names contain all words of `value`; if a name contains no other words, only that author.
Result<std::vector<std::string>> authors_named(const std::string& value, const Session& session) {
  text::Stemmer stemmer;
  std::vector<Json> stems;
  for (const text::Word& word : text::words_of(value, stemmer)) {
    if (!word.stem.empty()) stems.push_back(term_query(field::kAuthorStems, word.stem));
  }
  Json body = {{"size", 0}, {"query", all_query(std::move(stems))}};
  body["aggs"]["values"] = values_aggregation("author");
  TRAWL_TRY(const Json answer, session.search(body));
  const auto wanted = words_in(value);
  const std::string whole = text::plain_words(value);
  std::vector<std::string> named, whole_named;
  for (const KnownValue& one : read_values(buckets_of(answer, "/aggregations/values/buckets"))) {
    if (!std::ranges::includes(words_in(one.shown), wanted)) continue;
    named.push_back(one.shown);
    if (text::plain_words(one.shown) == whole) whole_named.push_back(one.shown);
  }
  std::ranges::sort(named);
  return whole_named.empty() ? named : whole_named;
}

/// The known values that `value` means; `value` itself if there are none.
Result<std::vector<std::string>> meanings_of(std::string_view field, const std::string& value, const Session& session) {
  std::vector<std::string> itself{value};
  if (!schema::filter_index(field)) return itself;
  const std::string words = text::plain_words(value);
  if (words.empty()) return itself;
  TRAWL_TRY(const std::size_t count, session.count(value_query(field, value)));
  if (count > 0) return itself;
  std::vector<std::string> known;
  if (field == "author") {
    TRAWL_TRY(known, authors_named(value, session));
  } else {
    TRAWL_TRY(const auto* const values, session.values(field));
    for (const KnownValue& one : *values) {
      const bool is_meant = text::plain_words(one.shown) == words ||
                            (field == "source" && text::plain_words(session.label(one.key)) == words);
      if (is_meant) known.push_back(one.shown);
    }
  }
  return known.empty() ? itself : known;
}

Result<void> replace_values(std::vector<std::string>& values, std::string_view field, const Session& session) {
  std::vector<std::string> out;
  for (const std::string& value : values) {
    TRAWL_TRY(auto meant, meanings_of(field, value, session));
    for (std::string& one : meant) {
      if (std::ranges::find(out, one) == out.end()) out.push_back(std::move(one));
    }
  }
  values = std::move(out);
  return {};
}

/// An article must have all of `values`, so if a value may mean several, the most frequent one is taken.
Result<void> replace_each(std::vector<std::string>& values, std::string_view field, const Session& session) {
  for (std::string& value : values) {
    TRAWL_TRY(const auto meant, meanings_of(field, value, session));
    if (meant.size() < 2) {
      value = meant.front();
      continue;
    }
    std::vector<Json> queries;
    for (const std::string& one : meant) queries.push_back(value_query(field, one));
    TRAWL_TRY(const auto counts, session.counts(queries));
    value = meant[static_cast<std::size_t>(std::ranges::max_element(counts) - counts.begin())];
  }
  return {};
}

Result<void> replace_in(query::Filters& filters, const Session& session) {
  for (auto& [field, filter] : filters.fields) {
    TRAWL_CHECK(replace_values(filter.any_of, field, session));
    TRAWL_CHECK(replace_values(filter.none_of, field, session));
    TRAWL_CHECK(replace_each(filter.all_of, field, session));
  }
  return {};
}

std::vector<QueryTree> value_leaves(std::vector<std::string> values) {
  std::vector<QueryTree> out;
  for (std::string& value : values) out.push_back(query::leaf(query::NodeKind::Word, std::move(value)));
  return out;
}

// The parser limits the depth of the tree, and so of the recursion.
Result<void> replace_in(QueryTree& tree, const Session& session) {
  const bool is_filter =
      tree.kind == query::NodeKind::Field && query::field_kind(tree.field) == query::FieldKind::Value;
  if (!is_filter) {
    for (QueryTree& child : tree.children) TRAWL_CHECK(replace_in(child, session));
    return {};
  }
  std::vector<std::string> values;
  for (const QueryTree& child : tree.children) values.push_back(child.text);
  TRAWL_CHECK(replace_values(values, query::filter_of(tree.field), session));
  tree.children = value_leaves(std::move(values));
  return {};
}

/// Moves each of `values` that matches more than one known value from there to `parts`.
Result<void> move_ambiguous(std::vector<std::string>& values, const std::string& field, const Session& session,
                            std::vector<QueryTree>& parts) {
  std::vector<std::string> kept;
  for (std::string& value : values) {
    TRAWL_TRY(auto meant, meanings_of(field, value, session));
    if (meant.size() < 2) {
      kept.push_back(std::move(value));
      continue;
    }
    QueryTree any;
    any.kind = query::NodeKind::Field;
    any.field = field;
    any.children = value_leaves(std::move(meant));
    parts.push_back(std::move(any));
  }
  values = std::move(kept);
  return {};
}

std::size_t letters_between(std::string_view a, std::string_view b) {
  const std::size_t limit = std::min<std::size_t>(3, std::max<std::size_t>(1, a.size() / 3));
  const std::size_t distance = search::edit_distance(a, b, limit);
  return distance <= limit ? distance : SIZE_MAX;
}

/// The value nearest to one that no article has: equal except for case, beginning with it, or a few letters away.
std::optional<std::string> nearest_of(const std::vector<KnownValue>& values, std::string_view value, bool is_source,
                                      const Session& session) {
  const std::string wanted = text::fold(value);
  std::optional<std::string> best;
  std::size_t least = SIZE_MAX;
  for (const KnownValue& one : values) { // the most frequent first
    for (const std::string& name : {one.shown, is_source ? session.label(one.key) : one.shown}) {
      const std::string folded = text::fold(name);
      const std::size_t distance = folded == wanted             ? 0
                                   : folded.starts_with(wanted) ? 1
                                                                : letters_between(wanted, folded);
      if (distance < least) {
        least = distance;
        best = one.shown;
      }
    }
  }
  return best;
}

} // namespace

Result<void> use_known_values(query::ParsedQuery& query, query::Filters& filters, const Session& session) {
  TRAWL_CHECK(replace_in(query.tree, session));
  std::vector<QueryTree> parts;
  for (auto& [field, filter] : query.filters.fields) {
    TRAWL_CHECK(move_ambiguous(filter.all_of, field, session, parts));
  }
  TRAWL_CHECK(replace_in(query.filters, session));
  TRAWL_CHECK(replace_in(filters, session));
  if (parts.empty()) return {};
  parts.insert(parts.begin(), std::move(query.tree));
  std::erase_if(parts, [](const QueryTree& part) { return part.empty(); });
  query.tree = query::flattened(std::move(parts));
  return {};
}

Result<std::vector<search::Warning>> unknown_values(const query::Filters& filters, const Session& session) {
  std::vector<search::Warning> warnings;
  for (const auto& [field, filter] : filters.fields) {
    if (!schema::filter_index(field)) continue;
    for (const auto* list : {&filter.any_of, &filter.all_of, &filter.none_of}) {
      for (const std::string& value : *list) {
        TRAWL_TRY(const std::size_t count, session.count(value_query(field, value)));
        if (count > 0) continue;
        TRAWL_TRY(const auto* const values, session.values(field));
        const auto nearest = nearest_of(*values, value, field == "source", session);
        std::string message = "No article has the " + field + " \"" + value + "\"";
        message += nearest ? ". The nearest is \"" + *nearest + "\"." : std::string(".");
        warnings.push_back({"unknown_value", std::move(message), std::nullopt});
      }
    }
  }
  return warnings;
}

} // namespace trawl::opensearch
