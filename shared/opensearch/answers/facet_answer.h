// SPDX-License-Identifier: GPL-3.0-or-later
/// Facets and the date histogram: builds the cluster's aggregations and reads their results.
#pragma once

#include "shared/opensearch/session.h"
#include "shared/query/filters.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::opensearch {

/// The aggregation for one facet over the articles that pass `filters`.
Json facet_aggregation(std::string_view field, const Json& filters);

struct FacetRequest {
  std::string_view field;
  const search::SearchRequest& request;
  const query::Filters& filters;
  std::function<bool(const search::FacetValue&)> accept; ///< which values are counted and listed; empty: all
};

/// The facet in an answer to `facet_aggregation`. A warning if the field has too many values to count all of them.
Result<search::Facet> read_facet(const Json& aggregation, const FacetRequest& asked, const Session& session,
                                 std::vector<search::Warning>& warnings);

/// The histogram in an answer to `facet_aggregation`.
search::DateHistogram read_histogram(const Json& aggregation, search::DateInterval interval);

} // namespace trawl::opensearch
