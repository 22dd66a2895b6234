// SPDX-License-Identifier: GPL-3.0-or-later
/// The HTTP API as a function: an engine and a request in, a response or a problem out. No socket, no clock, no state.
///
/// This is the only place that knows the routes under /v1. The daemon calls it for its clients and the command line
/// calls it in-process, so both get the same bytes (docs/http-api.md describes them). The transport adds the features
/// of HTTP itself: HEAD and OPTIONS, content negotiation, ETag and conditional requests, limits, CORS.
///
/// `now` is rounded down to the whole minute, so that equal requests within a minute get equal answers and one ETag.
/// `since=7d` is rounded further, to the day (see shared/query/age.h).
#pragma once

#include "shared/api/engine/engine.h"
#include "shared/api/routes/route.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace trawl::api {

/// Every route, in a fixed order.
std::span<const Route> routes();

/// 404 for a path without a route.
Problem unknown_path();

/// 405 for a method that a route does not allow.
Problem method_not_allowed(Methods methods);

/// The index in `routes()` of the route that serves `path` (percent-encoded, as sent); nullopt if none does.
std::optional<std::size_t> find_route(std::string_view path);

/// Reads a request: 404 for an unknown path, 405 for a method that the route does not allow, 400 for wrong parameters.
/// HEAD is read as GET.
Answer<PreparedRequest> prepare(const Request& request, Moment now);

/// Reads a request and answers it.
Answer<Response> respond(Engine& engine, const Request& request, Moment now);

/// `now` rounded down to the minute, as the API uses it.
Moment minute_of(Moment now);

/// "GET, HEAD, OPTIONS": an Allow header.
std::string allowed_methods(Methods methods);

} // namespace trawl::api
