// SPDX-License-Identifier: GPL-3.0-or-later
/// The answer of a search as JSON. Its schema is SearchAnswer in schema/openapi.json.
#pragma once

#include "shared/api/response/json_options.h"
#include "shared/search/response.h"

#include <string>

namespace trawl::api {

/// Equal responses and options give equal bytes, except for `took_ms`.
std::string search_json(const search::SearchResponse& response, double took_ms, const JsonOptions& options);

} // namespace trawl::api
