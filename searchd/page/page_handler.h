// SPDX-License-Identifier: GPL-3.0-or-later
/// The pages: home, results and reader at "/", sources and trends, as HTML made from the engine's answers, with its
/// style and scripts. It works without JavaScript; every state has a URL with the API's parameters.
#pragma once

#include "searchd/page/page_memory.h"
#include "searchd/route.h"

namespace trawl::searchd {

RouteAnswer page(const RouteContext& context, const HttpRequest& request);
/// GET /sources: every source with its articles by year, what it writes about, and how its crawls go
/// (page_sources.cpp).
RouteAnswer sources_page(const RouteContext& context, const HttpRequest& request);
/// GET /trends: queries over time as a drawing, a table in which each number leads to its articles, and a small drawing
/// for each source. Takes the parameters of /v1/trends (page_trends.cpp).
RouteAnswer trends_page(const RouteContext& context, const HttpRequest& request);
RouteAnswer page_style(const RouteContext& context, const HttpRequest& request);
RouteAnswer page_script(const RouteContext& context, const HttpRequest& request);
RouteAnswer page_icon(const RouteContext& context, const HttpRequest& request);

/// A problem as a page, for browsers.
HttpResponse problem_page(const api::Problem& problem, const std::string& q = {});

/// What a page is besides its content: `title` is text, `place` the address without parameters, `kind` its class.
struct PageFrame {
  std::string title, place, kind;
};

/// A page with `main`, which is HTML.
HttpResponse whole_page(const PageFrame& frame, const std::string& main);

} // namespace trawl::searchd
