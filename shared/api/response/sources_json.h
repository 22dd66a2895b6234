// SPDX-License-Identifier: GPL-3.0-or-later
/// Sources and their health as JSON.
#pragma once

#include "shared/search/response.h"

#include <string>
#include <vector>

namespace trawl::api {

/// GET /v1/sources: {"sources": […], "total": n}
std::string sources_json(const std::vector<search::SourceStatus>& sources);

/// GET /v1/sources/{id}
std::string source_json(const search::SourceStatus& source);

} // namespace trawl::api
