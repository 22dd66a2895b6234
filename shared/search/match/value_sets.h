// SPDX-License-Identifier: GPL-3.0-or-later
/// The documents with a value, a date or a property: looked up in the columns.
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/query/date_filter.h"
#include "shared/search/match/doc_set.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// Those of `within` that have one of the values, as readers write them, in a filter field.
DocSet documents_with_value(const DocSet& within, const index::Columns& columns, std::string_view field,
                            const std::vector<std::string>& values);

/// Dated, in the range.
DocSet documents_published_in(const index::Columns& columns, const query::DateRange& range);

/// With one of the properties of is: (query::is_property).
DocSet documents_with_property(const index::Columns& columns, const std::vector<std::string>& properties);

/// The ordinal of a filter value as readers write it: looked up by its key (index::value_key), then in lower case.
std::optional<std::uint32_t> find_value(const index::ValueColumn& column, std::string_view field,
                                        std::string_view value);

} // namespace trawl::search
