// SPDX-License-Identifier: GPL-3.0-or-later
/// What a route is, and what its handler is given.
#pragma once

#include "searchd/backend.h"
#include "searchd/http/http_message.h"
#include "searchd/metrics.h"
#include "shared/api/response/problem.h"
#include "shared/base/date_time.h"

#include <string>
#include <string_view>

namespace trawl::searchd {

/// What a handler may use. References to things that live as long as the worker.
struct RouteContext {
  Backend& backend;
  const Metrics& metrics;
  Moment now;
  std::string argument; ///< what stood for {…} in the path, decoded
  std::string base_url; ///< "http://127.0.0.1:7700", from a Host that has been checked
};

using RouteAnswer = api::Answer<HttpResponse>;
using RouteHandler = RouteAnswer (*)(const RouteContext&, const HttpRequest&);

struct Route {
  std::string_view name;    ///< label in /metrics
  std::string_view pattern; ///< "/v1/articles/{id}/related"
  std::string_view type;    ///< media type of a 200, for Accept
  RouteHandler handler;
  bool takes_post = false;
};

inline constexpr std::string_view kJson = "application/json";

/// 200 with JSON.
inline HttpResponse json_response(std::string body) { return {200, std::string(kJson), std::move(body), {}}; }

/// The value of an engine's result, or its error as a problem.
template <typename T>
api::Answer<T> or_problem(Result<T> result) {
  if (!result) return std::unexpected(api::to_problem(result.error()));
  return std::move(*result);
}

} // namespace trawl::searchd
