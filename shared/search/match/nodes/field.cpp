// SPDX-License-Identifier: GPL-3.0-or-later
/// Fields: words in the title, and the values, dates and properties that could not be lifted into filters. The latter
/// are looked up in the columns.
#include "shared/query/fields.h"
#include "shared/search/facets/filters.h"
#include "shared/search/match/node_matcher.h"
#include "shared/search/match/posting_sets.h"

#include <algorithm>
#include <chrono>

namespace trawl::search {
namespace {

using query::DateRange;
using query::QueryTree;

/// is:long: over ten minutes at 230 words a minute.
constexpr std::uint32_t kLongArticleWords = 2300;

template <typename Predicate>
DocSet documents_that(const index::Columns& columns, Predicate predicate) {
  DocSet out(columns.last_document);
  all_documents(columns).for_each([&](std::uint32_t document) {
    if (predicate(document)) out.add(document);
  });
  return out;
}

DocSet match_values(const QueryTree& node, const index::Columns& columns) {
  const std::string_view field = query::filter_of(node.field);
  const index::ValueColumn* column = columns.column(field);
  if (column == nullptr) return DocSet(columns.last_document);
  std::vector<bool> is_asked(column->values.size());
  for (const QueryTree& child : node.children) {
    if (const auto ordinal = find_value(*column, field, child.text)) is_asked[*ordinal] = true;
  }
  return documents_that(columns, [&](std::uint32_t document) {
    return std::ranges::any_of(column->of(document), [&](std::uint32_t ordinal) { return is_asked[ordinal]; });
  });
}

DocSet match_dates(const QueryTree& node, const index::Columns& columns) {
  std::vector<DateRange> ranges;
  for (const QueryTree& child : node.children) {
    if (const auto range = query::range_of_value(child.text)) ranges.push_back(*range);
  }
  return documents_that(columns, [&](std::uint32_t document) {
    const std::int64_t published = columns.published[document];
    if (published == index::kUndated) return false;
    const Moment moment{std::chrono::seconds(published)};
    return std::ranges::any_of(ranges, [&](const DateRange& range) { return range.contains(moment); });
  });
}

bool has_property(std::string_view property, std::uint32_t document, const index::Columns& columns) {
  if (property == "undated") return columns.published[document] == index::kUndated;
  if (property == "long") return columns.words[document] >= kLongArticleWords;
  return columns.source().of(document).size() > 1; // duplicate
}

DocSet match_properties(const QueryTree& node, const index::Columns& columns) {
  return documents_that(columns, [&](std::uint32_t document) {
    return std::ranges::any_of(node.children,
                               [&](const QueryTree& child) { return has_property(child.text, document, columns); });
  });
}

} // namespace

DocSet match_field(const QueryTree& node, const std::string&, MatchContext& context) {
  switch (query::field_kind(node.field)) {
  case query::FieldKind::Words:
    return match_node(node.children.front(), "S", context);
  case query::FieldKind::Date:
    return match_dates(node, context.view.columns);
  case query::FieldKind::Property:
    return match_properties(node, context.view.columns);
  default:
    return match_values(node, context.view.columns);
  }
}

} // namespace trawl::search
