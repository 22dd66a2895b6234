// SPDX-License-Identifier: GPL-3.0-or-later
/// The routes of the daemon: those of the API (shared/api/service.h), and its own: the page, its assets, descriptions
/// of the API, health and metrics.
#pragma once

#include "searchd/http/http_message.h"
#include "searchd/metrics.h"
#include "shared/api/engine/engine.h"
#include "shared/api/response/problem.h"
#include "shared/api/routes/route.h"
#include "shared/base/data_directory.h"
#include "shared/base/date_time.h"
#include "shared/formula/mathml.h"

#include <span>
#include <string>
#include <string_view>

namespace trawl::searchd {

/// What a handler may use. The references live as long as the worker.
struct RouteContext {
  api::Engine& engine;
  Metrics& metrics;
  formula::MathmlWriter& formulas;
  Moment now;                                 ///< a whole minute
  std::string base_url;                       ///< "http://127.0.0.1:7700", from a Host that has been checked
  const DataDirectory* pictures_of = nullptr; ///< nullptr: there is none
};

using RouteAnswer = api::Answer<HttpResponse>;
using RouteHandler = RouteAnswer (*)(const RouteContext&, const HttpRequest&);

struct Route {
  std::string_view name;    ///< label in /metrics
  std::string_view pattern; ///< "/v1/articles/{id}/related"
  api::Methods methods = api::Methods::Read;
  bool takes_form = false;        ///< its POST is that of a form, else JSON
  RouteHandler handler = nullptr; ///< nullptr: a route of the API
};

/// Every route: those of the API first, last the one for paths that nothing serves.
std::span<const Route> all_routes();

/// The index in `all_routes()` of the route that serves `path` (percent-encoded, as sent).
std::size_t route_of(std::string_view path);

} // namespace trawl::searchd
