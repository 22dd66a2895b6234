// SPDX-License-Identifier: GPL-3.0-or-later
/// Filters as queries of the cluster.
#pragma once

#include "shared/base/date_time.h"
#include "shared/opensearch/client.h"
#include "shared/query/filters.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::opensearch {

/// What has a value of a filter field, as readers write it.
Json value_query(std::string_view field, std::string_view value);

/// What was published at or after one moment, and before another.
Json date_query(const std::optional<Moment>& after, const std::optional<Moment>& before);

/// One query for each field that is filtered by, dates too (search::kDateField).
std::map<std::string, Json, std::less<>> filter_queries(const query::Filters& filters);

/// All of them but that on `field`.
Json all_but(const std::map<std::string, Json, std::less<>>& filters, std::string_view field);

} // namespace trawl::opensearch
