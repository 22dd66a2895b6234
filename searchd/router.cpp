// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/router.h"

#include "searchd/http/access_log.h"
#include "searchd/http/content_coding.h"
#include "searchd/http/http_message.h"
#include "searchd/http/media_type.h"
#include "searchd/page/page_handler.h"
#include "searchd/tagged_answer.h"
#include "shared/api/request/parameters.h"
#include "shared/api/response/http_date.h"
#include "shared/api/service.h"
#include "shared/base/sha256.h"
#include "shared/base/system_error.h"
#include "shared/base/utf8.h"
#include "shared/formula/formula_text.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

namespace trawl::searchd {
namespace {

constexpr std::chrono::milliseconds kFormulasOfAnswer{500}; ///< of the passages of a search

std::vector<std::string_view> route_names() {
  std::vector<std::string_view> names;
  for (const Route& route : all_routes()) names.push_back(route.name);
  return names;
}

/// Whether a person reads the answer: a browser that shows an address outside of the API.
bool is_for_people(const HttpRequest& request) {
  return !request.path.starts_with("/v1/") && names_type(request.header("Accept"), "text/html");
}

/// The page of a problem; a person who mistyped an address has no use for the list of routes.
HttpResponse page_of(api::Problem problem) {
  if (problem.status == 404) problem.detail = "There is no page at this address.";
  return problem_page(problem);
}

HttpResponse problem_response(const api::Problem& problem, const HttpRequest& request) {
  HttpResponse response =
      is_for_people(request)
          ? page_of(problem)
          : HttpResponse{
                problem.status, "application/problem+json", api::problem_json(problem, utf8::repair(request.path)), {}};
  response.set_header("Cache-Control", "no-store");
  if (problem.status == 503 || problem.status == 429) response.set_header("Retry-After", "5");
  return response;
}

/// Whether the request was made by a page of this server: browsers say so, and no page can make them say otherwise.
bool is_own(const HttpRequest& request, const std::string& base_url) {
  const std::string_view site = request.header("Sec-Fetch-Site"), origin = request.header("Origin");
  if (!site.empty() && site != "same-origin") return false;
  if (!origin.empty() && origin != "null") return origin == base_url;
  return site == "same-origin";
}

/// Whether a page of another site asks for something to put into itself, which would tell it what is kept here: its
/// load fails or does not. Browsers say so, and that whoever follows a link navigates.
bool is_foreign(const HttpRequest& request, const std::string& cors_origin) {
  const std::string_view site = request.header("Sec-Fetch-Site");
  if (site.empty() || site == "same-origin" || site == "none") return false;
  const bool is_link = request.method != "POST" && request.header("Sec-Fetch-Mode") == "navigate" &&
                       request.header("Sec-Fetch-Dest") == "document";
  return !is_link && (cors_origin.empty() || request.header("Origin") != cors_origin);
}

/// Why the request is rejected before it reaches its route, if it is.
std::optional<api::Problem> refusal(const Route& route, const HttpRequest& request, const std::string& base_url,
                                    const std::string& cors_origin) {
  if (!api::takes(route.methods, request.method)) return api::method_not_allowed(route.methods);
  if (is_foreign(request, cors_origin))
    return api::http_problem(403, "Pages of other sites may link here, but load nothing from here.");
  if (request.method == "POST" || request.method == "PUT") {
    const bool is_change = request.method == "PUT" || route.takes_form;
    if (is_change && !is_own(request, base_url))
      return api::http_problem(403, "Only pages of this server may change what it remembers.");
    const std::string_view type = request.header("Content-Type");
    if (route.takes_form ? !type.starts_with("application/x-www-form-urlencoded") : !is_json_type(type)) {
      return api::http_problem(415, "The Content-Type of the body must be " +
                                        std::string(route.takes_form ? "that of a form." : "application/json."));
    }
  }
  return std::nullopt;
}

HttpResponse options_response(const Route& route, const HttpRequest& request, const std::string& cors_origin) {
  HttpResponse response;
  response.status = 204;
  response.set_header("Allow", api::allowed_methods(route.methods));
  if (!cors_origin.empty() && request.header("Origin") == cors_origin) {
    response.set_header("Access-Control-Allow-Methods", std::string(api::names_of(route.methods)));
    response.set_header("Access-Control-Allow-Headers", "Content-Type, If-None-Match");
    response.set_header("Access-Control-Max-Age", "600");
  }
  return response;
}

void add_common_headers(HttpResponse& response, const HttpRequest& request, const ServerSettings& settings,
                        std::chrono::seconds max_age) {
  const std::string& cors_origin = settings.cors_origin;
  response.set_header("X-Content-Type-Options", "nosniff");
  response.set_header("Cross-Origin-Resource-Policy", "same-origin");
  const char* const vary = "Accept, Accept-Encoding, Accept-Language";
  response.set_header("Vary", cors_origin.empty() ? vary : std::string(vary) + ", Origin");
  if (response.header("Cache-Control").empty()) {
    const auto age = max_age.count();
    response.set_header("Cache-Control", age > 0 ? "max-age=" + std::to_string(age) : "no-cache");
  }
  if (!cors_origin.empty() && request.header("Origin") == cors_origin) {
    response.set_header("Access-Control-Allow-Origin", cors_origin);
    response.set_header("Access-Control-Expose-Headers", "ETag, Link, Retry-After");
  }
}

/// Of an answer that may be another one the next time.
void do_not_keep(HttpResponse& answer) {
  answer.set_header("Cache-Control", "no-store");
  std::erase_if(answer.headers, [](const auto& header) { return equal_names(header.first, "ETag"); });
}

/// A route of the API, answered by the service.
RouteAnswer api_answer(const RouteContext& context, const HttpRequest& request) {
  const api::Request asked{request.method, request.path,     request.query,
                           request.body,   context.base_url, std::string(request.header("Accept-Language"))};
  const auto prepared = api::prepare(asked, context.now);
  if (!prepared) return std::unexpected(prepared.error());
  RouteAnswer answer = tagged_answer(context, request, prepared->canonical, [&]() -> RouteAnswer {
    auto response = prepared->answer(context.engine);
    if (!response) return std::unexpected(std::move(response.error()));
    return HttpResponse{response->status, std::move(response->content_type), std::move(response->body),
                        std::move(response->headers)};
  });
  if (answer && is_unmodified(request, answer->header("Last-Modified"))) {
    answer->status = 304; // with the headers of the answer it stands for
    answer->content_type.clear();
    answer->body.clear();
  }
  return answer;
}

} // namespace

Router::Router(ServerSettings settings) : settings_(std::move(settings)), metrics_(route_names()) {}

HttpResponse Router::dispatch(api::Engine& engine, const HttpRequest& request, Moment now, std::size_t index) {
  const Route& route = all_routes()[index];
  if (!settings_.hosts.allows(request.header("Host"))) {
    return problem_response(
        api::http_problem(
            421,
            "This server does not answer to the name in the Host header; start it with --server-name to add a name."),
        request);
  }
  if (route.pattern.empty()) return problem_response(api::unknown_path(), request);
  if (request.method == "OPTIONS") return options_response(route, request, settings_.cors_origin);
  const std::string base_url =
      (settings_.proxies.was_https(request) ? "https://" : "http://") + std::string(request.header("Host"));
  if (const auto problem = refusal(route, request, base_url, settings_.cors_origin)) {
    HttpResponse response = problem_response(*problem, request);
    if (problem->status == 405) response.set_header("Allow", api::allowed_methods(route.methods));
    return response;
  }
  const auto time = std::make_shared<formula::FormulaTime>(kFormulasOfAnswer);
  engine.write_formulas_with(
      [this, time](const std::string& tex) { return formula::formula_text(formulas_, tex, *time); });
  const RouteContext context{engine,    metrics_,
                             formulas_, api::minute_of(now),
                             base_url,  settings_.pictures_of ? &*settings_.pictures_of : nullptr};
  RouteAnswer answer = route.handler == nullptr ? api_answer(context, request) : route.handler(context, request);
  if (answer && time->ran_out()) do_not_keep(*answer);
  if (!answer && answer.error().status == 500) return internal_problem(request, route, answer.error().cause);
  if (!answer && !answer.error().cause.empty()) settings_.log(std::string(route.name) + ": " + answer.error().cause);
  if (!answer) return problem_response(answer.error(), request);
  if (answer->body.size() > settings_.answer_bytes) {
    return problem_response({"too-large", 400, "The answer would be too large; ask for fewer hits or fields.", {}},
                            request);
  }
  return std::move(*answer);
}

HttpResponse Router::guarded(const HttpRequest& request, const Route& route,
                             const std::function<HttpResponse()>& make) {
  auto made = catching_exceptions([&]() -> Result<HttpResponse> { return make(); });
  if (made) return *std::move(made);
  if (made.error().code != ErrorCode::Exhausted) return internal_problem(request, route, made.error().what);
  settings_.log(std::string(route.name) + ": " + to_sentence(made.error()));
  return problem_response(api::exhausted({}), request);
}

HttpResponse Router::internal_problem(const HttpRequest& request, const Route& route, const std::string& cause) {
  const auto ticks = std::chrono::steady_clock::now().time_since_epoch().count();
  const std::string id = sha256_hex(std::to_string(ticks), 4);
  settings_.log("error " + id + " in " + std::string(route.name) + ": " + cause);
  return problem_response(
      {"internal", 500, "An internal error occurred; the server's log describes it under the id " + id + ".", {}},
      request);
}

HttpResponse Router::answer(api::Engine& engine, const HttpRequest& request, Moment now) {
  const auto begin = std::chrono::steady_clock::now();
  metrics_.begin_request();
  std::size_t index = route_of(request.path);
  if (all_routes()[index].name == "mcp" && !settings_.mcp) index = all_routes().size() - 1;
  const Route& route = all_routes()[index];
  HttpResponse response = guarded(request, route, [&] { return dispatch(engine, request, now, index); });
  response = guarded(request, route, [&] {
    // What the reader did since must be seen.
    add_common_headers(response, request, settings_,
                       engine.reader().is_somebody() ? std::chrono::seconds{0} : settings_.max_age);
    compress(response, request.header("Accept-Encoding"));
    response.set_header("Date", api::to_http_date(now));
    return std::move(response);
  });
  const auto took = std::chrono::steady_clock::now() - begin;
  metrics_.end_request(index, response.status, took);
  if (settings_.access_log && route.name != "healthz" && route.name != "readyz") {
    settings_.log(access_line(settings_.proxies.client_of(request), request, response, took));
  }
  return response;
}

std::size_t Router::weight(api::Engine& engine, const HttpRequest& request, Moment now) {
  const bool is_post = request.method == "POST";
  const auto parameters = is_post ? api::parse_json_body(request.body) : api::parse_query_string(request.query);
  if (!parameters) return is_post && request.path.starts_with("/v1/") ? SIZE_MAX : 0; // several searches
  std::size_t weight = 0;
  for (const api::Parameter& one : *parameters) {
    if (one.name != "q") continue;
    search::SearchRequest asked;
    asked.q = one.value;
    weight = std::max(weight, engine.weight(asked, api::minute_of(now)).value_or(0));
  }
  return weight;
}

HostCheck::HostCheck(const Endpoint& endpoint, const std::vector<std::string>& server_names)
    : names_{"127.0.0.1", "[::1]", "localhost"}, port_(std::to_string(endpoint.port)) {
  names_.push_back(endpoint.is_ipv6() ? "[" + endpoint.host + "]" : endpoint.host);
  names_.insert(names_.end(), server_names.begin(), server_names.end());
}

bool HostCheck::allows(std::string_view host) const {
  return std::ranges::any_of(names_, [&](const std::string& name) {
    if (host.size() < name.size() || !equal_names(host.substr(0, name.size()), name)) return false;
    const std::string_view rest = host.substr(name.size());
    return rest.empty() || (rest.starts_with(':') && rest.substr(1) == port_);
  });
}

} // namespace trawl::searchd
