// SPDX-License-Identifier: GPL-3.0-or-later
/// /v1/articles/{id}, /v1/articles/{id}.md and /v1/articles/{id}/related
#include "shared/api/request/parameter_reader.h"
#include "shared/api/response/article_json.h"
#include "shared/api/response/article_markdown.h"
#include "shared/api/routes/route.h"
#include "shared/article/article_id.h"

#include <optional>

namespace trawl::api {
namespace {

constexpr std::size_t kMaxRelated = 20, kDefaultRelated = 8;

/// Checks the id in the path and returns the parameters.
Answer<Parameters> parameters_of_article(const RouteInput& input) {
  if (!is_article_id(input.argument)) {
    return std::unexpected(http_problem(404, "An article id has 16 hex digits."));
  }
  return input.parameters();
}

/// 301 from an alias of the article `id` to the same route for that id.
Response moved(const std::string& asked, const std::string& id, std::string_view route, const std::string& query) {
  Response response = json_response(moved_json(asked, id));
  response.status = 301;
  const std::string location = "/v1/articles/" + id + std::string(route) + (query.empty() ? "" : "?" + query);
  response.headers.emplace_back("Location", location);
  return response;
}

} // namespace

Answer<PreparedRequest> read_article(const RouteInput& input) {
  TRAWL_TRY(const Parameters parameters, parameters_of_article(input));
  ParameterReader reader(parameters);
  const std::size_t related_count = reader.number("related", 0, 0, kMaxRelated);
  const ArticleForms forms{.html = reader.flag("html", false), .structure = reader.flag("structure", false)};
  if (auto problem = reader.finish()) return std::unexpected(std::move(*problem));
  const auto answer = [id = input.argument, query = input.request.query, related_count,
                       forms](Engine& engine) -> Answer<Response> {
    const auto hit = engine.article(id);
    if (!hit) return std::unexpected(missing_article(engine, id, hit.error()));
    if (hit->article.id != id) return moved(id, hit->article.id, "", query);
    std::optional<search::RelatedResponse> related;
    if (related_count > 0) {
      auto found = engine.related(id, related_count);
      if (!found) return problem_of(found.error());
      related = std::move(*found);
    }
    return json_response(article_json(*hit, related, forms), !related || related->warnings.empty());
  };
  return PreparedRequest{"article " + input.argument + " " + std::to_string(related_count) +
                             (forms.html ? " html" : "") + (forms.structure ? " structure" : ""),
                         answer};
}

Answer<PreparedRequest> read_article_markdown(const RouteInput& input) {
  TRAWL_TRY(const Parameters parameters, parameters_of_article(input));
  ParameterReader reader(parameters);
  if (auto problem = reader.finish()) return std::unexpected(std::move(*problem));
  const auto answer = [id = input.argument](Engine& engine) -> Answer<Response> {
    const auto hit = engine.article(id);
    if (!hit) return std::unexpected(missing_article(engine, id, hit.error()));
    if (hit->article.id != id) return moved(id, hit->article.id, ".md", "");
    return Response{200, std::string(kMarkdown), article_markdown(hit->article), {}};
  };
  return PreparedRequest{"article.md " + input.argument, answer};
}

Answer<PreparedRequest> read_related(const RouteInput& input) {
  TRAWL_TRY(const Parameters parameters, parameters_of_article(input));
  ParameterReader reader(parameters);
  const std::size_t limit = reader.number("limit", kDefaultRelated, 0, kMaxRelated);
  if (auto problem = reader.finish()) return std::unexpected(std::move(*problem));
  const auto answer = [id = input.argument, query = input.request.query, limit](Engine& engine) -> Answer<Response> {
    const auto hit = engine.article(id);
    if (!hit) return std::unexpected(missing_article(engine, id, hit.error()));
    if (hit->article.id != id) return moved(id, hit->article.id, "/related", query);
    const auto found = engine.related(id, limit);
    if (!found) return problem_of(found.error());
    return json_response(related_json(id, *found), found->warnings.empty());
  };
  return PreparedRequest{"related " + input.argument + " " + std::to_string(limit), answer};
}

} // namespace trawl::api
