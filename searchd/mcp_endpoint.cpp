// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/mcp_endpoint.h"

#include <utility>

#include "shared/api/service.h"
#include "shared/mcp/session.h"

namespace trawl::searchd {

RouteAnswer mcp_endpoint(const RouteContext& context, const HttpRequest& request) {
  if (!context.mcp) return std::unexpected(api::unknown_path());
  if (request.method != "POST") return std::unexpected(api::method_not_allowed(true));
  // The protocol asks for this check: a page of another site must not use the reader's browser to ask.
  const std::string_view origin = request.header("Origin");
  if (!origin.empty() && origin != context.base_url)
    return std::unexpected(api::http_problem(403, "Pages of other sites may not send requests here."));
  const auto ask = [&](const std::string& path,
                       const api::Parameters& parameters) -> std::expected<std::string, std::string> {
    auto response = api::respond(context.engine, {"GET", path, api::to_query_string(parameters), "", context.base_url},
                                 context.now);
    if (!response) return std::unexpected(response.error().detail);
    return std::move(response->body);
  };
  const auto answer = mcp::answer(request.body, ask);
  HttpResponse response{answer ? 200 : 202, answer ? "application/json" : "", answer.value_or(""), {}};
  response.set_header("Cache-Control", "no-store");
  return response;
}

} // namespace trawl::searchd
