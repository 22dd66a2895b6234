// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/article_handler.h"

#include "searchd/request_parameters.h"
#include "searchd/tagged_answer.h"
#include "shared/api/request/lookup_request.h"
#include "shared/api/response/article_json.h"
#include "shared/article/article_id.h"

namespace trawl::searchd {
namespace {

api::Problem not_an_id() { return api::http_problem(404, "An article's id has 16 hex digits."); }

RouteAnswer answer_article(const RouteContext& context, std::size_t related_count) {
  const auto hit = context.backend.article(context.argument);
  if (!hit) return std::unexpected(no_article(context, context.argument, hit.error()));
  std::optional<std::vector<search::Hit>> related;
  if (related_count > 0) {
    auto found = context.backend.related(context.argument, related_count);
    if (!found) return std::unexpected(api::to_problem(found.error()));
    related = std::move(*found);
  }
  return json_response(api::article_json(*hit, related));
}

} // namespace

api::Problem no_article(const RouteContext& context, std::string_view id, const Error& error) {
  const bool is_gone = error.code == ErrorCode::NotFound && context.backend.is_removed(id).value_or(false);
  return is_gone ? api::removed_article() : api::to_problem(error);
}

RouteAnswer article(const RouteContext& context, const HttpRequest& request) {
  if (!is_article_id(context.argument)) return std::unexpected(not_an_id());
  const auto parameters = parameters_of(request);
  if (!parameters) return std::unexpected(parameters.error());
  const auto related = api::read_related_count(*parameters);
  if (!related) return std::unexpected(related.error());
  const std::string asked = "article " + context.argument + " " + std::to_string(*related);
  return tagged_answer(context, request, asked, [&] { return answer_article(context, *related); });
}

RouteAnswer related_articles(const RouteContext& context, const HttpRequest& request) {
  if (!is_article_id(context.argument)) return std::unexpected(not_an_id());
  const auto parameters = parameters_of(request);
  if (!parameters) return std::unexpected(parameters.error());
  const auto limit = api::read_related_limit(*parameters);
  if (!limit) return std::unexpected(limit.error());
  const std::string asked = "related " + context.argument + " " + std::to_string(*limit);
  return tagged_answer(context, request, asked, [&]() -> RouteAnswer {
    const auto found = context.backend.related(context.argument, *limit);
    if (!found) return std::unexpected(no_article(context, context.argument, found.error()));
    return json_response(api::related_json(context.argument, *found));
  });
}

} // namespace trawl::searchd
