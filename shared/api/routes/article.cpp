// SPDX-License-Identifier: GPL-3.0-or-later
/// /v1/articles/{id} and /v1/articles/{id}/related
#include "shared/api/request/parameter_reader.h"
#include "shared/api/response/article_json.h"
#include "shared/api/routes/route.h"
#include "shared/article/article_id.h"

#include <optional>

namespace trawl::api {
namespace {

constexpr std::size_t kMaxRelated = 20, kDefaultRelated = 8;

/// Checks the id in the path and reads the only parameter of these routes, a number of related articles.
Answer<std::size_t> read_count(const RouteInput& input, std::string_view name, std::size_t fallback) {
  if (!is_article_id(input.argument)) {
    return std::unexpected(http_problem(404, "An article id has 16 hex digits."));
  }
  TRAWL_TRY(const Parameters parameters, input.parameters());
  ParameterReader reader(parameters);
  const std::size_t count = reader.number(name, fallback, 0, kMaxRelated);
  if (auto problem = reader.finish()) return std::unexpected(std::move(*problem));
  return count;
}

/// 301 from an id that is another name of the article `id` to the same route about that id.
Response moved(const std::string& asked, const std::string& id, std::string_view route, const std::string& query) {
  Response response = json_response(moved_json(asked, id));
  response.status = 301;
  const std::string location = "/v1/articles/" + id + std::string(route) + (query.empty() ? "" : "?" + query);
  response.headers.emplace_back("Location", location);
  return response;
}

} // namespace

Answer<PreparedRequest> read_article(const RouteInput& input) {
  TRAWL_TRY(const std::size_t related_count, read_count(input, "related", 0));
  const auto answer = [id = input.argument, query = input.request.query,
                       related_count](Engine& engine) -> Answer<Response> {
    const auto hit = engine.article(id);
    if (!hit) return std::unexpected(missing_article(engine, id, hit.error()));
    if (hit->article.id != id) return moved(id, hit->article.id, "", query);
    std::optional<std::vector<search::Hit>> related;
    if (related_count > 0) {
      auto found = engine.related(id, related_count);
      if (!found) return problem_of(found.error());
      related = std::move(*found);
    }
    return json_response(article_json(*hit, related));
  };
  return PreparedRequest{"article " + input.argument + " " + std::to_string(related_count), answer};
}

Answer<PreparedRequest> read_related(const RouteInput& input) {
  TRAWL_TRY(const std::size_t limit, read_count(input, "limit", kDefaultRelated));
  const auto answer = [id = input.argument, query = input.request.query, limit](Engine& engine) -> Answer<Response> {
    const auto hit = engine.article(id);
    if (!hit) return std::unexpected(missing_article(engine, id, hit.error()));
    if (hit->article.id != id) return moved(id, hit->article.id, "/related", query);
    const auto found = engine.related(id, limit);
    if (!found) return problem_of(found.error());
    return json_response(related_json(id, *found));
  };
  return PreparedRequest{"related " + input.argument + " " + std::to_string(limit), answer};
}

} // namespace trawl::api
