// SPDX-License-Identifier: GPL-3.0-or-later
/// Exact filters over columns. One pass over a match gives the result, and for each filtered field the documents that
/// only its own filter took away: with these a field's facet counts as if it were not filtered (multi-select).
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/search/match/doc_set.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// The name of the date bounds among filtered fields.
inline constexpr std::string_view kDateField = "date";

/// Both together: values of one field are alternatives wherever they were given, different fields and bounds all hold.
Filters combined(const Filters& a, const Filters& b);

struct Filtered {
  DocSet documents;                                     ///< pass every filter
  std::map<std::string, DocSet, std::less<>> set_aside; ///< field to the documents that fail its filter and no other

  /// The documents that pass every filter but the field's own.
  DocSet without_own_filter(std::string_view field) const;
};

Filtered apply_filters(const DocSet& match, const Filters& filters, const index::Columns& columns);

/// A warning for each value of the filters that no document has, with the nearest one that some do. `label` gives the
/// label of a source id.
using LabelOf = std::function<std::string(std::string_view source)>;
std::vector<Warning> unknown_values(const Filters& filters, const index::Columns& columns, const LabelOf& label);

/// The ordinal of a filter value as a reader writes it: its key (index::value_key), else that in lower case.
std::optional<std::uint32_t> find_value(const index::ValueColumn& column, std::string_view field,
                                        std::string_view value);

} // namespace trawl::search
