// SPDX-License-Identifier: GPL-3.0-or-later
/// Sources and their health as JSON.
#pragma once

#include "shared/search/response.h"

#include <string>
#include <vector>

namespace trawl::api {

/// GET /v1/sources: {"sources": […], "total": n, "warnings": […]}
std::string sources_json(const search::SourcesResponse& found);

/// GET /v1/sources/{id}: one of the sources, and the warnings of all.
std::string source_json(const search::SourceStatus& source, const std::vector<search::Warning>& warnings);

} // namespace trawl::api
