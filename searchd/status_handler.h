// SPDX-License-Identifier: GPL-3.0-or-later
/// How the index, its sources and the daemon are doing.
#pragma once

#include "searchd/route.h"

namespace trawl::searchd {

RouteAnswer sources(const RouteContext& context, const HttpRequest& request);
RouteAnswer source(const RouteContext& context, const HttpRequest& request);
RouteAnswer stats(const RouteContext& context, const HttpRequest& request);
/// Alive; touches nothing.
RouteAnswer healthz(const RouteContext& context, const HttpRequest& request);
/// 503 while there is no index that can be read.
RouteAnswer readyz(const RouteContext& context, const HttpRequest& request);
RouteAnswer metrics(const RouteContext& context, const HttpRequest& request);

} // namespace trawl::searchd
