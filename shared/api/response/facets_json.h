// SPDX-License-Identifier: GPL-3.0-or-later
/// Facets and the date histogram as JSON.
#pragma once

#include "shared/api/engine/trends.h"
#include "shared/api/response/json_writer.h"
#include "shared/search/response.h"

#include <string>
#include <string_view>

namespace trawl::api {

/// {"values": […], "total_values": n, "other": n, "missing": n}
void write_facet(JsonWriter& json, const search::Facet& facet);

/// {"interval": "month", "values": […], "missing": n}
void write_histogram(JsonWriter& json, const search::DateHistogram& dates);

/// GET /v1/facets/{field}: the field's name, then the same members as in a search, and the warnings.
std::string facet_json(const search::FacetResponse& found);

/// GET /v1/facets/date: the same of a search's date histogram.
std::string histogram_json(const search::SearchResponse& found);

/// GET /v1/trends: {"interval", "intervals": […], "rising", "all": {…}, "queries": [{"q", "counts": […], "missing",
/// "total"}], "sources": [{"value", "label", "all", "queries"}], …}
std::string trends_json(const Trends& trends);

} // namespace trawl::api
