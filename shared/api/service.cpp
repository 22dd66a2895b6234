// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/service.h"

#include <array>
#include <chrono>

namespace trawl::api {

#define ROUTE(name, pattern, methods) Answer<PreparedRequest> read_##name(const RouteInput& input);
#include "shared/api/routes/routes.inc"
#undef ROUTE

namespace {

#define ROUTE(name, pattern, methods) Route{#name, pattern, Methods::methods, read_##name},
constexpr auto kRoutes = std::to_array<Route>({
#include "shared/api/routes/routes.inc"
});
#undef ROUTE

/// The part of `path` that matches the {…} of `pattern`, empty for a pattern without one; nullopt if `path` does not
/// have that form.
std::optional<std::string_view> match(std::string_view pattern, std::string_view path) {
  const std::size_t open = pattern.find('{');
  if (open == std::string_view::npos) return pattern == path ? std::optional(std::string_view()) : std::nullopt;
  const std::string_view before = pattern.substr(0, open);
  const std::string_view after = pattern.substr(pattern.find('}') + 1);
  const bool fits = path.size() > before.size() + after.size() && path.starts_with(before) && path.ends_with(after);
  if (!fits) return std::nullopt;
  const std::string_view argument = path.substr(before.size(), path.size() - before.size() - after.size());
  return argument.contains('/') ? std::nullopt : std::optional(argument);
}

} // namespace

std::span<const Route> routes() { return kRoutes; }

Problem unknown_path() { return http_problem(404, "There is no resource at this path; /openapi.json lists them all."); }

Problem method_not_allowed(Methods methods) {
  return http_problem(405, "This resource allows only " + allowed_methods(methods) + ".");
}

std::optional<std::size_t> find_route(std::string_view path) {
  for (std::size_t i = 0; i < kRoutes.size(); ++i) {
    if (match(kRoutes.at(i).pattern, path)) return i;
  }
  return std::nullopt;
}

Answer<PreparedRequest> prepare(const Request& request, Moment now) {
  const auto index = find_route(request.path);
  if (!index) return std::unexpected(unknown_path());
  const Route& route = kRoutes.at(*index);
  if (!takes(route.methods, request.method)) return std::unexpected(method_not_allowed(route.methods));
  TRAWL_TRY(const std::string argument, decode_path(*match(route.pattern, request.path)));
  return route.read({request, argument, minute_of(now)});
}

Answer<Response> respond(Engine& engine, const Request& request, Moment now) {
  TRAWL_TRY(const PreparedRequest prepared, prepare(request, now));
  return prepared.answer(engine);
}

Moment minute_of(Moment now) { return std::chrono::floor<std::chrono::minutes>(now); }

std::string allowed_methods(Methods methods) { return std::string(names_of(methods)) + ", OPTIONS"; }

} // namespace trawl::api
