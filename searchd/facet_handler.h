// SPDX-License-Identifier: GPL-3.0-or-later
/// What helps to find: values of a facet, completions, what is rising.
#pragma once

#include "searchd/route.h"

namespace trawl::searchd {

RouteAnswer facet_values(const RouteContext& context, const HttpRequest& request);
RouteAnswer suggest(const RouteContext& context, const HttpRequest& request);
RouteAnswer trending(const RouteContext& context, const HttpRequest& request);
RouteAnswer top_story(const RouteContext& context, const HttpRequest& request);

} // namespace trawl::searchd
