// SPDX-License-Identifier: GPL-3.0-or-later
/// Machine-readable descriptions of the API: OpenAPI, OpenSearch, llms.txt, robots.txt.
#pragma once

#include "searchd/route.h"

namespace trawl::searchd {

RouteAnswer openapi(const RouteContext& context, const HttpRequest& request);
/// OpenSearch 1.1 description: search and suggestions in a browser's address bar.
RouteAnswer opensearch(const RouteContext& context, const HttpRequest& request);
RouteAnswer llms_txt(const RouteContext& context, const HttpRequest& request);
RouteAnswer robots_txt(const RouteContext& context, const HttpRequest& request);

} // namespace trawl::searchd
