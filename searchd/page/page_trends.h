// SPDX-License-Identifier: GPL-3.0-or-later
/// GET /trends: queries over time as a drawing, a table in which each number leads to its articles, and a small drawing
/// for each source. Takes the parameters of /v1/trends.
#pragma once

#include "searchd/route.h"
#include "shared/api/trends.h"

#include <string>

namespace trawl::searchd {

/// `parameters`: those of the request. `selection`: what they mean.
std::string render_trends(const api::Parameters& parameters, const api::TrendsRequest& asked, const api::Trends& trends,
                          Moment now);

RouteAnswer trends_page(const RouteContext& context, const HttpRequest& request);

} // namespace trawl::searchd
