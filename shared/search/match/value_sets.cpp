// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/value_sets.h"

#include "shared/base/ascii.h"
#include "shared/index/columns/value_key.h"
#include "shared/query/fields.h"
#include "shared/search/match/posting_sets.h"
#include "shared/search/plan/match.h"

#include <algorithm>
#include <chrono>

namespace trawl::search {
namespace {

template <typename Predicate>
DocSet documents_that(const DocSet& within, const index::Columns& columns, Predicate predicate) {
  DocSet out(columns.last_document);
  within.for_each([&](std::uint32_t document) {
    if (predicate(document)) out.add(document);
  });
  return out;
}

bool has_property(std::string_view property, std::uint32_t document, const index::Columns& columns) {
  if (property == "undated") return columns.published()[document] == index::kUndated;
  if (property == "long") return columns.words[document] >= kLongArticleWords;
  if (property == query::kGone) {
    return columns.is_gone(document);
  }
  return columns.source().of(document).size() > 1; // duplicate
}

} // namespace

DocSet documents_with_value(const DocSet& within, const index::Columns& columns, std::string_view field,
                            const std::vector<std::string>& values) {
  const index::ValueColumn* column = columns.column(field);
  if (column == nullptr) return DocSet(columns.last_document);
  std::vector<bool> is_asked(column->values.size());
  for (const std::string& value : values) {
    if (const auto ordinal = find_value(*column, field, value)) is_asked[*ordinal] = true;
  }
  return documents_that(within, columns, [&](std::uint32_t document) {
    return std::ranges::any_of(column->of(document), [&](std::uint32_t ordinal) { return is_asked[ordinal]; });
  });
}

DocSet documents_published_in(const index::Columns& columns, const query::DateRange& range) {
  const std::vector<std::int64_t>& days = columns.published_days();
  return documents_that(all_documents(columns), columns, [&](std::uint32_t document) {
    const std::int64_t moment = columns.published()[document];
    if (moment == index::kUndated) return false;
    return range.contains(Moment{std::chrono::seconds(moment)},
                          std::chrono::sys_days{std::chrono::days(days[document])});
  });
}

DocSet documents_with_property(const index::Columns& columns, const std::vector<std::string>& properties) {
  return documents_that(all_documents(columns), columns, [&](std::uint32_t document) {
    return std::ranges::any_of(properties,
                               [&](const std::string& one) { return has_property(one, document, columns); });
  });
}

std::optional<std::uint32_t> find_value(const index::ValueColumn& column, std::string_view field,
                                        std::string_view value) {
  const std::string key = index::value_key(field, value);
  const auto found = column.find(key);
  return found ? found : column.find(ascii::to_lower(key));
}

} // namespace trawl::search
