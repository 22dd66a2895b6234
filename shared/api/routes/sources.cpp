// SPDX-License-Identifier: GPL-3.0-or-later
/// /v1/sources, /v1/sources/{id} and /v1/stats: the contents of the index.
#include "shared/api/request/parameter_parser.h"
#include "shared/api/response/answers_json.h"
#include "shared/api/response/feed_output.h"
#include "shared/api/routes/route.h"
#include "shared/base/edit_distance.h"

#include <algorithm>

namespace trawl::api {
namespace {

/// A problem if the request has parameters: these routes take none.
std::optional<Problem> refuse_parameters(const RouteInput& input) {
  const auto parameters = input.parameters();
  if (!parameters) return parameters.error();
  return ParameterParser(*parameters).finish();
}

Problem unknown_source(const std::string& id, const search::SourcesResponse& known) {
  std::vector<std::string_view> ids;
  for (const search::SourceStatus& source : known.sources) ids.push_back(source.id);
  const std::string_view near = nearest(id, ids);
  std::string detail = "There is no source with this id.";
  if (!near.empty()) detail += " Did you mean " + std::string(near) + "?";
  return http_problem(404, std::move(detail));
}

/// The categories of the source's articles: the first is that of most of them.
Result<search::FacetResponse> categories_of(Engine& engine, const std::string& source, Moment now) {
  search::SearchRequest request;
  request.filters.fields["source"].any_of = {source};
  request.facet_limit = 1;
  return engine.facet_values("category", request, "", now);
}

} // namespace

Answer<PreparedRequest> read_sources(const RouteInput& input) {
  if (auto problem = refuse_parameters(input)) return std::unexpected(std::move(*problem));
  return PreparedRequest{"sources", [](Engine& engine) -> Answer<Response> {
                           const auto found = engine.sources();
                           if (!found) return problem_of(found.error());
                           return json_response(sources_json(*found), found->warnings.empty());
                         }};
}

Answer<PreparedRequest> read_sources_opml(const RouteInput& input) {
  if (auto problem = refuse_parameters(input)) return std::unexpected(std::move(*problem));
  const auto answer = [base_url = input.request.base_url, now = input.now](Engine& engine) -> Answer<Response> {
    const auto found = engine.sources();
    if (!found) return problem_of(found.error());
    std::vector<FiledSource> filed;
    std::vector<search::Warning> warnings = found->warnings;
    for (const search::SourceStatus& source : found->sources) {
      const auto folders = categories_of(engine, source.id, now);
      if (!folders) return problem_of(folders.error());
      filed.push_back({source, folders->facet.values.empty() ? "" : folders->facet.values.front().value});
      if (!folders->warnings.empty()) warnings = folders->warnings; // damage may be met at any of them
    }
    return ok_response("text/x-opml", opml(filed, base_url, warnings), warnings.empty());
  };
  return PreparedRequest{"opml " + input.request.base_url, answer};
}

Answer<PreparedRequest> read_source(const RouteInput& input) {
  if (auto problem = refuse_parameters(input)) return std::unexpected(std::move(*problem));
  const auto answer = [id = input.argument](Engine& engine) -> Answer<Response> {
    const auto found = engine.sources();
    if (!found) return problem_of(found.error());
    const auto one = std::ranges::find(found->sources, id, &search::SourceStatus::id);
    if (one == found->sources.end()) return std::unexpected(unknown_source(id, *found));
    return json_response(source_json(*one, *found), found->warnings.empty());
  };
  return PreparedRequest{"source " + input.argument, answer};
}

Answer<PreparedRequest> read_stats(const RouteInput& input) {
  if (auto problem = refuse_parameters(input)) return std::unexpected(std::move(*problem));
  return PreparedRequest{"stats", [](Engine& engine) -> Answer<Response> {
                           const auto found = engine.stats();
                           if (!found) return problem_of(found.error());
                           return json_response(stats_json(*found), found->warnings.empty());
                         }};
}

} // namespace trawl::api
