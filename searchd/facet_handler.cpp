// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/facet_handler.h"

#include "searchd/request_parameters.h"
#include "searchd/search_handler.h"
#include "searchd/tagged_answer.h"
#include "shared/api/request/lookup_request.h"
#include "shared/api/response/facets_json.h"
#include "shared/api/response/suggest_json.h"
#include "shared/api/response/trending_json.h"

#include <algorithm>

namespace trawl::searchd {
namespace {

RouteAnswer answer_trending(const RouteContext& context, const HttpRequest& request, std::string_view name,
                            std::string (*write)(const search::Trending&)) {
  const auto parameters = parameters_of(request);
  if (!parameters) return std::unexpected(parameters.error());
  const auto asked = api::read_trending_request(*parameters);
  if (!asked) return std::unexpected(asked.error());
  const std::string tag = std::string(name) + " " + std::to_string(asked->window.count()) + " " +
                          std::to_string(asked->limit) + " " + std::to_string(context.now.time_since_epoch().count());
  return tagged_answer(context, request, tag, [&]() -> RouteAnswer {
    const auto found = context.backend.trending(asked->window, asked->limit, context.now);
    if (!found) return std::unexpected(api::to_problem(found.error()));
    return json_response(write(*found));
  });
}

} // namespace

RouteAnswer facet_values(const RouteContext& context, const HttpRequest& request) {
  const std::string& field = context.argument;
  if (std::ranges::find(api::kValueFields, field) == api::kValueFields.end()) {
    return std::unexpected(api::unknown_value_field(field));
  }
  const auto parameters = parameters_of(request);
  if (!parameters) return std::unexpected(parameters.error());
  const auto asked = api::read_facet_request(*parameters, context.now);
  if (!asked) return std::unexpected(asked.error());
  const std::string tag = "facet " + field + "\n" + asked->prefix + "\n" + asked_of(asked->search, context.now);
  return tagged_answer(context, request, tag, [&]() -> RouteAnswer {
    const auto state = context.backend.state();
    if (!state) return std::unexpected(api::to_problem(state.error()));
    const auto found = context.backend.facet_values(field, asked->search.search, asked->prefix, context.now);
    if (!found) return std::unexpected(api::to_problem(found.error()));
    return json_response(api::facet_json(*found, *state));
  });
}

RouteAnswer suggest(const RouteContext& context, const HttpRequest& request) {
  const auto parameters = parameters_of(request);
  if (!parameters) return std::unexpected(parameters.error());
  const auto asked = api::read_suggest_request(*parameters);
  if (!asked) return std::unexpected(asked.error());
  const std::string tag = "suggest " + std::to_string(asked->limit) + (asked->for_browser ? "b" : "t") + asked->typed;
  return tagged_answer(context, request, tag, [&]() -> RouteAnswer {
    const auto found = context.backend.suggest(asked->typed, asked->limit);
    if (!found) return std::unexpected(api::to_problem(found.error()));
    if (!asked->for_browser) return json_response(api::suggest_json(asked->typed, *found));
    return HttpResponse{200, "application/x-suggestions+json", api::opensearch_suggestions(asked->typed, *found), {}};
  });
}

RouteAnswer trending(const RouteContext& context, const HttpRequest& request) {
  return answer_trending(context, request, "trending", api::trending_json);
}

RouteAnswer top_story(const RouteContext& context, const HttpRequest& request) {
  return answer_trending(context, request, "top", api::top_json);
}

} // namespace trawl::searchd
