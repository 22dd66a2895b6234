// SPDX-License-Identifier: GPL-3.0-or-later
/// /v1/search, and any search as a feed.
#pragma once

#include "searchd/route.h"
#include "shared/api/request/search_request.h"

namespace trawl::searchd {

RouteAnswer search(const RouteContext& context, const HttpRequest& request);
RouteAnswer search_rss(const RouteContext& context, const HttpRequest& request);
RouteAnswer search_atom(const RouteContext& context, const HttpRequest& request);
RouteAnswer search_jsonfeed(const RouteContext& context, const HttpRequest& request);

/// What an ETag has to know of a search: the request, and the minute if the query speaks of time relative to now.
std::string asked_of(const api::ApiRequest& request, Moment now);

} // namespace trawl::searchd
