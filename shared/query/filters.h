// SPDX-License-Identifier: GPL-3.0-or-later
/// Filters: conditions on fields and dates that every result must meet. They do not affect scores.
#pragma once

#include "shared/query/date_filter.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::query {

/// A filter on one field: any of `any_of` (if not empty), all of `all_of`, none of `none_of`. Values are written as
/// indexed: in lower case, except for authors, which compare without case.
struct FieldFilter {
  std::vector<std::string> any_of;
  std::vector<std::string> all_of;
  std::vector<std::string> none_of;

  bool empty() const { return any_of.empty() && all_of.empty() && none_of.empty(); }
  bool operator==(const FieldFilter&) const = default;
};

/// Adds the values of `more` that `filter` does not have, each to the list of its name.
void add_values(FieldFilter& filter, const FieldFilter& more);

/// Filters on different fields must all hold.
struct Filters {
  std::map<std::string, FieldFilter> fields; ///< by name of the filter field
  DateRange dates;                           ///< of publication

  bool empty() const { return *this == Filters{}; }
  bool operator==(const Filters&) const = default;
};

/// Both filters together: values of one field are alternatives, wherever they were given; fields and bounds must all
/// hold.
Filters combined(const Filters& a, const Filters& b);

/// The name of the filter on dates.
inline constexpr std::string_view kDateField = "date";

/// Calls `visit(name, condition)` for each filter that asks for something, whatever its type: a new member of Filters
/// does not compile until it is visited here, and then until each that visits filters does something with its type.
template <typename Visit>
void for_each_filter(const Filters& filters, Visit visit) {
  const auto& [fields, dates] = filters;
  for (const auto& [field, filter] : fields) {
    if (!filter.empty()) visit(std::string_view(field), filter);
  }
  if (!dates.is_open()) visit(kDateField, dates);
}

} // namespace trawl::query
