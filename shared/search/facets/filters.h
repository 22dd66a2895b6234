// SPDX-License-Identifier: GPL-3.0-or-later
/// Exact filters over columns. One pass over the matches gives the result, and for each filtered field the documents
/// that only its own filter removed: with them, the facet of the field counts as if it were not filtered
/// (multi-select).
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

/// The name of the filter on dates.
inline constexpr std::string_view kDateField = "date";

/// Both filters together: values of one field are alternatives, wherever they were given; fields and bounds must all
/// hold.
Filters combined(const Filters& a, const Filters& b);

struct FilteredSet {
  DocSet passing;                                         ///< every filter
  std::map<std::string, DocSet, std::less<>> failing_one; ///< by field: documents that fail only this field's filter

  /// The documents that pass all filters but that on `field`.
  DocSet without_filter_on(std::string_view field) const;
};

FilteredSet apply_filters(DocSet matches, const Filters& filters, const index::Columns& columns);

/// Gives the label of a value.
using LabelOf = std::function<std::string(std::string_view source)>;

/// A warning for each filter value that no document has, with the nearest value that some document has. `label` is that
/// of a source id.
std::vector<Warning> unknown_values(const Filters& filters, const index::Columns& columns, const LabelOf& label);

/// The ordinal of a filter value as readers write it: looked up by its key (index::value_key), then in lower case.
std::optional<std::uint32_t> find_value(const index::ValueColumn& column, std::string_view field,
                                        std::string_view value);

} // namespace trawl::search
