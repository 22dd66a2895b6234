// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/search_handler.h"

#include "searchd/request_parameters.h"
#include "searchd/tagged_answer.h"
#include "shared/api/response/feed_output.h"
#include "shared/api/response/http_date.h"
#include "shared/api/response/search_response.h"
#include "shared/text/date_parse.h"

#include <chrono>

namespace trawl::searchd {
namespace {

using Clock = std::chrono::steady_clock;
using FeedWriter = std::string (*)(const search::SearchResponse&, const api::FeedContext&);

std::string next_link(const RouteContext& context, const HttpRequest& request, const api::Parameters& parameters,
                      const std::string& cursor) {
  if (cursor.empty()) return {};
  return context.base_url + request.path + "?" + with_parameter(parameters, "cursor", cursor, "offset");
}

RouteAnswer answer_search(const RouteContext& context, const HttpRequest& request, const api::Parameters& parameters,
                          const api::ApiRequest& asked) {
  const Clock::time_point begin = Clock::now();
  const auto found = context.backend.search(asked.search, context.now);
  if (!found) return std::unexpected(api::to_problem(found.error()));
  const double took_ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  HttpResponse response = json_response(api::search_json(*found, took_ms, asked.json));
  const std::string next = next_link(context, request, parameters, found->next);
  if (!next.empty() && request.method != "POST") response.set_header("Link", "<" + next + ">; rel=\"next\"");
  return response;
}

/// Whether the client has what was indexed up to `newest` (RFC 9110, 13.1.3: If-None-Match goes before it).
bool is_unmodified(const HttpRequest& request, Moment newest) {
  if (!request.header("If-None-Match").empty()) return false;
  const auto since = text::parse_feed_date(request.header("If-Modified-Since"));
  return since && std::chrono::floor<std::chrono::seconds>(newest) <= since->time;
}

/// A 304 with the headers of the answer it stands for.
HttpResponse not_modified(HttpResponse response) {
  response.status = 304;
  response.content_type.clear();
  response.body.clear();
  return response;
}

RouteAnswer search_feed(const RouteContext& context, const HttpRequest& request, std::string_view type,
                        FeedWriter write) {
  const auto parameters = parameters_of(request);
  if (!parameters) return std::unexpected(parameters.error());
  const auto asked = api::read_feed_request(*parameters, context.now);
  if (!asked) return std::unexpected(asked.error());
  return tagged_answer(context, request, std::string(type) + asked_of(*asked, context.now), [&]() -> RouteAnswer {
    const auto found = context.backend.search(asked->search, context.now);
    if (!found) return std::unexpected(api::to_problem(found.error()));
    const std::string query = api::to_query_string(*parameters);
    api::FeedContext feed{context.base_url + request.path + (query.empty() ? "" : "?" + query),
                          context.base_url + "/" + (query.empty() ? "" : "?" + query),
                          next_link(context, request, *parameters, found->next), context.now};
    HttpResponse response{200, std::string(type), write(*found, feed), {}};
    if (const auto newest = api::newest_indexed(*found)) {
      response.set_header("Last-Modified", api::to_http_date(*newest));
      if (is_unmodified(request, *newest)) response = not_modified(std::move(response));
    }
    return response;
  });
}

} // namespace

std::string asked_of(const api::ApiRequest& request, Moment now) {
  std::string asked = api::canonical_form(request);
  if (request.search.q.contains("since")) asked += std::to_string(now.time_since_epoch().count());
  return asked;
}

RouteAnswer search(const RouteContext& context, const HttpRequest& request) {
  const auto parameters = parameters_of(request);
  if (!parameters) return std::unexpected(parameters.error());
  const auto asked = api::read_search_request(*parameters, context.now);
  if (!asked) return std::unexpected(asked.error());
  return tagged_answer(context, request, asked_of(*asked, context.now),
                       [&] { return answer_search(context, request, *parameters, *asked); });
}

RouteAnswer search_rss(const RouteContext& context, const HttpRequest& request) {
  return search_feed(context, request, "application/rss+xml", api::rss_feed);
}

RouteAnswer search_atom(const RouteContext& context, const HttpRequest& request) {
  return search_feed(context, request, "application/atom+xml", api::atom_feed);
}

RouteAnswer search_jsonfeed(const RouteContext& context, const HttpRequest& request) {
  return search_feed(context, request, "application/feed+json", api::json_feed);
}

} // namespace trawl::searchd
