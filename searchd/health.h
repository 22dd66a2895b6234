// SPDX-License-Identifier: GPL-3.0-or-later
/// How the daemon and its index are doing, for supervisors and Prometheus.
#pragma once

#include "searchd/route.h"

namespace trawl::searchd {

/// 200 while the process answers; touches nothing.
RouteAnswer healthz(const RouteContext& context, const HttpRequest& request);
/// 503 while there is no index that can be read.
RouteAnswer readyz(const RouteContext& context, const HttpRequest& request);
/// Counters in the Prometheus text format.
RouteAnswer metrics(const RouteContext& context, const HttpRequest& request);

} // namespace trawl::searchd
