// SPDX-License-Identifier: GPL-3.0-or-later
/// GET /sources: every source with its articles by year, what it writes about, and how its crawls go.
#pragma once

#include "searchd/route.h"

namespace trawl::searchd {

RouteAnswer sources_page(const RouteContext& context, const HttpRequest& request);

} // namespace trawl::searchd
