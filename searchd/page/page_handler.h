// SPDX-License-Identifier: GPL-3.0-or-later
/// The page: results, facets and articles, rendered here so that it needs no JavaScript; the script adds completion,
/// keys and loading more. Its parameters are those of /v1/search, and `article`.
#pragma once

#include "searchd/route.h"

namespace trawl::searchd {

/// Problems are pages too, with their status.
RouteAnswer page(const RouteContext& context, const HttpRequest& request);
RouteAnswer page_style(const RouteContext& context, const HttpRequest& request);
RouteAnswer page_script(const RouteContext& context, const HttpRequest& request);
RouteAnswer page_icon(const RouteContext& context, const HttpRequest& request);

} // namespace trawl::searchd
