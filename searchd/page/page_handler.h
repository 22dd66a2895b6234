// SPDX-License-Identifier: GPL-3.0-or-later
/// The search page: results, facets and articles, rendered on the server so that it works without JavaScript; the
/// script adds completion, keys and loading more. It takes the parameters of /v1/search, and `article`.
#pragma once

#include "searchd/route.h"

namespace trawl::searchd {

/// Problems are pages too, with their status.
RouteAnswer page(const RouteContext& context, const HttpRequest& request);
RouteAnswer page_style(const RouteContext& context, const HttpRequest& request);
RouteAnswer page_script(const RouteContext& context, const HttpRequest& request);
RouteAnswer page_icon(const RouteContext& context, const HttpRequest& request);

} // namespace trawl::searchd
