// SPDX-License-Identifier: GPL-3.0-or-later
/// Filters: conditions on fields and dates that every result must meet. They do not affect scores.
#pragma once

#include "shared/query/date_filter.h"

#include <map>
#include <string>
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

/// Filters on different fields must all hold.
struct Filters {
  std::map<std::string, FieldFilter> fields; ///< by name of the filter field
  DateRange dates;                           ///< of publication

  bool empty() const { return fields.empty() && dates.is_open(); }
  bool operator==(const Filters&) const = default;
};

} // namespace trawl::query
