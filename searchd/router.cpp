// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/router.h"

#include "searchd/article_handler.h"
#include "searchd/describe_handler.h"
#include "searchd/facet_handler.h"
#include "searchd/http/access_log.h"
#include "searchd/http/media_type.h"
#include "searchd/page/page_handler.h"
#include "searchd/search_handler.h"
#include "searchd/status_handler.h"
#include "shared/api/request/parameters.h"
#include "shared/api/response/http_date.h"
#include "shared/base/sha256.h"
#include "shared/base/utf8.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace trawl::searchd {
namespace {

constexpr std::string_view kHtml = "text/html; charset=utf-8";

RouteAnswer no_route(const RouteContext&, const HttpRequest&) {
  return std::unexpected(api::http_problem(404, "There is nothing here; /openapi.json lists what there is."));
}

constexpr std::array kRoutes{
    Route{"search", "/v1/search", kJson, search, true},
    Route{"search_rss", "/v1/search.rss", "application/rss+xml", search_rss},
    Route{"search_atom", "/v1/search.atom", "application/atom+xml", search_atom},
    Route{"search_jsonfeed", "/v1/search.jsonfeed", "application/feed+json", search_jsonfeed},
    Route{"article", "/v1/articles/{id}", kJson, article},
    Route{"related", "/v1/articles/{id}/related", kJson, related_articles},
    Route{"facet", "/v1/facets/{field}", kJson, facet_values},
    Route{"suggest", "/v1/suggest", kJson, suggest},
    Route{"trending", "/v1/trending", kJson, trending},
    Route{"top", "/v1/top", kJson, top_story},
    Route{"sources", "/v1/sources", kJson, sources},
    Route{"source", "/v1/sources/{id}", kJson, source},
    Route{"stats", "/v1/stats", kJson, stats},
    Route{"healthz", "/healthz", kJson, healthz},
    Route{"readyz", "/readyz", kJson, readyz},
    Route{"metrics", "/metrics", "text/plain", metrics},
    Route{"openapi", "/openapi.json", kJson, openapi},
    Route{"opensearch", "/opensearch.xml", "application/opensearchdescription+xml", opensearch},
    Route{"llms", "/llms.txt", "text/plain", llms_txt},
    Route{"robots", "/robots.txt", "text/plain", robots_txt},
    Route{"page", "/", kHtml, page},
    Route{"style", "/page.css", "text/css", page_style},
    Route{"script", "/page.js", "text/javascript", page_script},
    Route{"icon", "/icon.svg", "image/svg+xml", page_icon},
    Route{"none", "", kJson, no_route},
};

constexpr std::size_t kNoRoute = kRoutes.size() - 1;

constexpr std::array<std::string_view, kRoutes.size()> names_of_routes() {
  std::array<std::string_view, kRoutes.size()> names{};
  for (std::size_t i = 0; i < kRoutes.size(); ++i) names[i] = kRoutes[i].name;
  return names;
}
constexpr auto kRouteNames = names_of_routes();

/// Whether `path` has the form of `pattern`; what stands for {…} goes to `argument`.
bool matches(std::string_view pattern, std::string_view path, std::string_view& argument) {
  const std::size_t open = pattern.find('{');
  if (open == std::string_view::npos) return pattern == path;
  const std::string_view before = pattern.substr(0, open);
  const std::string_view after = pattern.substr(pattern.find('}') + 1);
  if (path.size() <= before.size() + after.size() || !path.starts_with(before) || !path.ends_with(after)) return false;
  argument = path.substr(before.size(), path.size() - before.size() - after.size());
  return !argument.contains('/');
}

struct Found {
  std::size_t route = kNoRoute;
  std::string_view argument;
};

Found find_route(std::string_view path) {
  for (std::size_t i = 0; i < kNoRoute; ++i) {
    std::string_view argument;
    if (matches(kRoutes.at(i).pattern, path, argument)) return {i, argument};
  }
  return {};
}

HttpResponse problem_response(const api::Problem& problem, const HttpRequest& request) {
  HttpResponse response{
      problem.status, "application/problem+json", api::problem_json(problem, utf8::repair(request.path)), {}};
  response.set_header("Cache-Control", "no-store");
  if (problem.status == 503 || problem.status == 429) response.set_header("Retry-After", "5");
  return response;
}

std::string allowed_methods(const Route& route) {
  return route.takes_post ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, OPTIONS";
}

/// What forbids the request before its route sees it.
std::optional<api::Problem> refusal(const Route& route, const HttpRequest& request) {
  if (request.method == "POST" && route.takes_post) {
    if (request.header("Sec-Fetch-Site") == "cross-site") {
      return api::http_problem(403, "Pages of other sites may not post here.");
    }
    if (!is_json_type(request.header("Content-Type"))) {
      return api::http_problem(415, "The body must be application/json.");
    }
    return std::nullopt;
  }
  if (request.method != "GET" && request.method != "HEAD") {
    return api::http_problem(405, "This takes " + allowed_methods(route) + ".");
  }
  if (!accepts(request.header("Accept"), route.type)) {
    return api::http_problem(406, "This is only to be had as " + std::string(route.type) + ".");
  }
  return std::nullopt;
}

HttpResponse options_response(const Route& route, const HttpRequest& request, const std::string& cors_origin) {
  HttpResponse response;
  response.status = 204;
  response.set_header("Allow", allowed_methods(route));
  if (!cors_origin.empty() && request.header("Origin") == cors_origin) {
    response.set_header("Access-Control-Allow-Methods", route.takes_post ? "GET, HEAD, POST" : "GET, HEAD");
    response.set_header("Access-Control-Allow-Headers", "Content-Type, If-None-Match");
    response.set_header("Access-Control-Max-Age", "600");
  }
  return response;
}

void add_common_headers(HttpResponse& response, const HttpRequest& request, const ServerSettings& settings) {
  const std::string& cors_origin = settings.cors_origin;
  response.set_header("X-Content-Type-Options", "nosniff");
  response.set_header("Vary", cors_origin.empty() ? "Accept" : "Accept, Origin");
  if (response.header("Cache-Control").empty()) {
    const auto age = settings.max_age.count();
    response.set_header("Cache-Control", age > 0 ? "max-age=" + std::to_string(age) : "no-cache");
  }
  if (!cors_origin.empty() && request.header("Origin") == cors_origin) {
    response.set_header("Access-Control-Allow-Origin", cors_origin);
    response.set_header("Access-Control-Expose-Headers", "ETag, Link, Retry-After");
  }
}

} // namespace

std::span<const Route> all_routes() { return kRoutes; }

Router::Router(ServerSettings settings) : settings_(std::move(settings)), metrics_(kRouteNames) {}

HttpResponse Router::dispatch(Backend& backend, const HttpRequest& request, Moment now, std::size_t route,
                              std::string argument) {
  const Route& found = kRoutes.at(route);
  if (!settings_.hosts.allows(request.header("Host"))) {
    return problem_response(api::http_problem(421, "This server does not answer to that name; --server-name adds one."),
                            request);
  }
  if (request.method == "OPTIONS") return options_response(found, request, settings_.cors_origin);
  if (const auto problem = refusal(found, request)) {
    HttpResponse response = problem_response(*problem, request);
    if (problem->status == 405) response.set_header("Allow", allowed_methods(found));
    return response;
  }
  const RouteContext context{backend, metrics_, std::chrono::floor<std::chrono::minutes>(now), std::move(argument),
                             (settings_.proxies.was_https(request) ? "https://" : "http://") +
                                 std::string(request.header("Host"))};
  RouteAnswer answer = found.handler(context, request);
  if (!answer && answer.error().status == 500) return internal_problem(request, route, answer.error().cause);
  if (!answer) return problem_response(answer.error(), request);
  if (answer->body.size() > settings_.answer_bytes) {
    return problem_response({"too-large", 400, "The answer would be too large; ask for fewer hits or fields.", {}},
                            request);
  }
  return std::move(*answer);
}

HttpResponse Router::guarded(Backend& backend, const HttpRequest& request, Moment now, std::size_t route,
                             const std::string& argument) {
  try {
    return dispatch(backend, request, now, route, argument);
  } catch (const std::exception& error) {
    return internal_problem(request, route, error.what());
  }
}

HttpResponse Router::internal_problem(const HttpRequest& request, std::size_t route, const std::string& cause) {
  const auto ticks = std::chrono::steady_clock::now().time_since_epoch().count();
  const std::string id = sha256_hex(std::to_string(ticks), 4);
  settings_.log("error " + id + " in " + std::string(kRoutes.at(route).name) + ": " + cause);
  return problem_response({"internal", 500, "Something went wrong here; the log says what under " + id + ".", {}},
                          request);
}

HttpResponse Router::answer(Backend& backend, const HttpRequest& request, Moment now) {
  const auto begin = std::chrono::steady_clock::now();
  metrics_.begin_request();
  auto [route, encoded] = find_route(request.path);
  const auto argument = api::decode_path(encoded);
  HttpResponse response =
      argument ? guarded(backend, request, now, route, *argument) : problem_response(argument.error(), request);
  add_common_headers(response, request, settings_);
  response.set_header("Date", api::to_http_date(now));
  const auto took = std::chrono::steady_clock::now() - begin;
  metrics_.end_request(route, response.status, took);
  const std::string_view name = kRoutes.at(route).name;
  if (settings_.access_log && name != "healthz" && name != "readyz") {
    settings_.log(access_line(settings_.proxies.client_of(request), request, response, took));
  }
  return response;
}

} // namespace trawl::searchd
