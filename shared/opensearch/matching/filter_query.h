// SPDX-License-Identifier: GPL-3.0-or-later
/// Translates filters into OpenSearch queries.
#pragma once

#include "shared/base/date_time.h"
#include "shared/opensearch/client.h"
#include "shared/query/filters.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::opensearch {

/// Documents that have a value, as typed by a reader, in a filter field.
Json value_query(std::string_view field, std::string_view value);

/// Documents published at or after one moment, and before another.
Json date_query(const std::optional<Moment>& after, const std::optional<Moment>& before);

/// One query for each filtered field, including dates (search::kDateField).
std::map<std::string, Json, std::less<>> filter_queries(const query::Filters& filters);

/// All filters except the one on `field`.
Json all_but(const std::map<std::string, Json, std::less<>>& filters, std::string_view field);

} // namespace trawl::opensearch
