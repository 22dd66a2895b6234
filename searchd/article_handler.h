// SPDX-License-Identifier: GPL-3.0-or-later
/// /v1/articles/{id} and what is related to one.
#pragma once

#include "searchd/route.h"

namespace trawl::searchd {

RouteAnswer article(const RouteContext& context, const HttpRequest& request);
RouteAnswer related_articles(const RouteContext& context, const HttpRequest& request);

} // namespace trawl::searchd
