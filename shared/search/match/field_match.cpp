// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/field_match.h"

#include <algorithm>
#include <chrono>

#include "shared/query/fields.h"
#include "shared/search/facets/filters.h"

namespace trawl::search {
namespace {

/// Calls `visit` for each document that exists.
template <typename Visit>
void for_each_live(const index::Columns& columns, Visit visit) {
  DocSet(columns.live).for_each(visit);
}

DocSet with_values(const index::ValueColumn& column, const QueryTree& field, const index::Columns& columns) {
  std::vector<bool> chosen(column.values.size());
  for (const QueryTree& child : field.children) {
    if (const auto ordinal = find_value(column, filter_of(field.field), child.text)) chosen[*ordinal] = true;
  }
  DocSet out(columns.last_document);
  for_each_live(columns, [&](std::uint32_t document) {
    if (std::ranges::any_of(column.of(document), [&](std::uint32_t id) { return chosen[id]; })) out.add(document);
  });
  return out;
}

DocSet in_ranges(const QueryTree& field, const index::Columns& columns) {
  std::vector<DateRange> ranges;
  for (const QueryTree& child : field.children) {
    if (const auto range = range_of_value(child.text)) ranges.push_back(*range);
  }
  DocSet out(columns.last_document);
  for_each_live(columns, [&](std::uint32_t document) {
    const std::int64_t published = columns.published[document];
    if (published == index::kUndated) return;
    const Moment moment{std::chrono::seconds(published)};
    if (std::ranges::any_of(ranges, [&](const DateRange& range) { return range.contains(moment); })) out.add(document);
  });
  return out;
}

DocSet with_property(const QueryTree& field, const index::Columns& columns) {
  DocSet out(columns.last_document);
  for (const QueryTree& child : field.children) {
    for_each_live(columns, [&](std::uint32_t document) {
      const bool holds = child.text == "undated" ? columns.published[document] == index::kUndated
                         : child.text == "long"  ? columns.words[document] >= kLongArticleWords
                                                 : columns.source().of(document).size() > 1;
      if (holds) out.add(document);
    });
  }
  return out;
}

} // namespace

DocSet documents_of_field(const QueryTree& field, const index::Columns& columns) {
  if (field.field == "date") return in_ranges(field, columns);
  if (field.field == "is") return with_property(field, columns);
  const index::ValueColumn* column = columns.column(filter_of(field.field));
  return column == nullptr ? DocSet(columns.last_document) : with_values(*column, field, columns);
}

} // namespace trawl::search
