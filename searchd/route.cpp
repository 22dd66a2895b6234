// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/route.h"

#include "searchd/descriptions.h"
#include "searchd/health.h"
#include "searchd/mcp_endpoint.h"
#include "searchd/page/page_handler.h"
#include "shared/api/service.h"

#include <algorithm>
#include <array>
#include <vector>

namespace trawl::searchd {
namespace {

RouteAnswer no_route(const RouteContext&, const HttpRequest&) { return std::unexpected(api::unknown_path()); }

constexpr std::array kOwnRoutes{
    Route{"healthz", "/healthz", api::kJson, false, healthz},
    Route{"readyz", "/readyz", api::kJson, false, readyz},
    Route{"metrics", "/metrics", "text/plain", false, metrics},
    Route{"openapi", "/openapi.json", api::kJson, false, openapi},
    Route{"opensearch", "/opensearch.xml", "application/opensearchdescription+xml", false, opensearch},
    Route{"mcp", "/mcp", api::kJson, true, mcp_endpoint},
    Route{"llms", "/llms.txt", "text/plain", false, llms_txt},
    Route{"robots", "/robots.txt", "text/plain", false, robots_txt},
    Route{"page", "/", "text/html; charset=utf-8", false, page},
    Route{"style", "/page.css", "text/css", false, page_style},
    Route{"script", "/page.js", "text/javascript", false, page_script},
    Route{"script_memory", "/memory.js", "text/javascript", false, page_script},
    Route{"script_home", "/home.js", "text/javascript", false, page_script},
    Route{"script_reader", "/reader.js", "text/javascript", false, page_script},
    Route{"icon", "/icon.svg", "image/svg+xml", false, page_icon},
    Route{"none", "", api::kJson, false, no_route},
};

std::vector<Route> make_routes() {
  std::vector<Route> routes;
  for (const api::Route& route : api::routes()) {
    routes.push_back({route.name, route.pattern, route.media_type, route.takes_post, nullptr});
  }
  routes.insert(routes.end(), kOwnRoutes.begin(), kOwnRoutes.end());
  return routes;
}

} // namespace

std::span<const Route> all_routes() {
  static const std::vector<Route> kRoutes = make_routes();
  return kRoutes;
}

std::size_t route_of(std::string_view path) {
  if (const auto index = api::find_route(path)) return *index;
  const auto own = std::ranges::find(kOwnRoutes.begin(), kOwnRoutes.end() - 1, path, &Route::pattern);
  return api::routes().size() + static_cast<std::size_t>(own - kOwnRoutes.begin());
}

} // namespace trawl::searchd
