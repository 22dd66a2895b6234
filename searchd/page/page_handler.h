// SPDX-License-Identifier: GPL-3.0-or-later
/// The page at "/": home, results and reader, as HTML made from the engine's answers, with its style and scripts. It
/// works without JavaScript; every state has a URL with the API's parameters.
#pragma once

#include "searchd/route.h"

namespace trawl::searchd {

RouteAnswer page(const RouteContext& context, const HttpRequest& request);
RouteAnswer page_style(const RouteContext& context, const HttpRequest& request);
RouteAnswer page_script(const RouteContext& context, const HttpRequest& request);
RouteAnswer page_icon(const RouteContext& context, const HttpRequest& request);

/// A problem as a page, for browsers.
HttpResponse problem_page(const api::Problem& problem, const std::string& q = {});

/// A page with `main`, which is HTML, that must not be kept.
HttpResponse plain_page(const std::string& title, const std::string& main);

} // namespace trawl::searchd
