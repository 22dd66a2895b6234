// SPDX-License-Identifier: GPL-3.0-or-later
/// Trending terms and articles, and the top story, as JSON.
#pragma once

#include "shared/search/response.h"

#include <string>

namespace trawl::api {

/// GET /v1/trending: {"from", "to", "terms": […], "articles": […], "warnings": […]}
std::string trending_json(const search::Trending& trending);

/// GET /v1/top: {"from", "to", "article": {…} or null, "warnings": […]}
std::string top_json(const search::Trending& trending);

} // namespace trawl::api
