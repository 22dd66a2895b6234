// SPDX-License-Identifier: GPL-3.0-or-later
/// /v1/sources, /v1/sources/{id} and /v1/stats: the contents of the index.
#include "shared/api/request/nearest.h"
#include "shared/api/request/parameter_reader.h"
#include "shared/api/response/opml_output.h"
#include "shared/api/response/sources_json.h"
#include "shared/api/response/stats_json.h"
#include "shared/api/routes/route.h"

#include <algorithm>

namespace trawl::api {
namespace {

/// A problem if the request has parameters: these routes take none.
std::optional<Problem> refuse_parameters(const RouteInput& input) {
  const auto parameters = input.parameters();
  if (!parameters) return parameters.error();
  return ParameterReader(*parameters).finish();
}

Problem unknown_source(const std::string& id, const std::vector<search::SourceStatus>& sources) {
  std::vector<std::string_view> ids;
  for (const search::SourceStatus& source : sources) ids.push_back(source.id);
  const std::string_view near = nearest(id, ids);
  std::string detail = "There is no source with this id.";
  if (!near.empty()) detail += " Did you mean " + std::string(near) + "?";
  return http_problem(404, std::move(detail));
}

/// The category of most of the source's articles; empty if none has one.
Result<std::string> main_category(Engine& engine, const std::string& source, Moment now) {
  search::SearchRequest request;
  request.filters.fields["source"].any_of = {source};
  request.facet_limit = 1;
  TRAWL_TRY(const auto facet, engine.facet_values("category", request, "", now));
  return facet.values.empty() ? "" : facet.values.front().value;
}

} // namespace

Answer<PreparedRequest> read_sources(const RouteInput& input) {
  if (auto problem = refuse_parameters(input)) return std::unexpected(std::move(*problem));
  return PreparedRequest{"sources", [](Engine& engine) -> Answer<Response> {
                           const auto found = engine.sources();
                           if (!found) return problem_of(found.error());
                           return json_response(sources_json(*found));
                         }};
}

Answer<PreparedRequest> read_sources_opml(const RouteInput& input) {
  if (auto problem = refuse_parameters(input)) return std::unexpected(std::move(*problem));
  const auto answer = [base_url = input.request.base_url, now = input.now](Engine& engine) -> Answer<Response> {
    const auto found = engine.sources();
    if (!found) return problem_of(found.error());
    std::vector<FiledSource> filed;
    for (const search::SourceStatus& source : *found) {
      const auto folder = main_category(engine, source.id, now);
      if (!folder) return problem_of(folder.error());
      filed.push_back({source, *folder});
    }
    return Response{200, "text/x-opml", opml(filed, base_url), {}};
  };
  return PreparedRequest{"opml " + input.request.base_url, answer};
}

Answer<PreparedRequest> read_source(const RouteInput& input) {
  if (auto problem = refuse_parameters(input)) return std::unexpected(std::move(*problem));
  const auto answer = [id = input.argument](Engine& engine) -> Answer<Response> {
    const auto found = engine.sources();
    if (!found) return problem_of(found.error());
    const auto one = std::ranges::find(*found, id, &search::SourceStatus::id);
    if (one == found->end()) return std::unexpected(unknown_source(id, *found));
    return json_response(source_json(*one));
  };
  return PreparedRequest{"source " + input.argument, answer};
}

Answer<PreparedRequest> read_stats(const RouteInput& input) {
  if (auto problem = refuse_parameters(input)) return std::unexpected(std::move(*problem));
  return PreparedRequest{"stats", [](Engine& engine) -> Answer<Response> {
                           const auto found = engine.stats();
                           if (!found) return problem_of(found.error());
                           return json_response(stats_json(*found));
                         }};
}

} // namespace trawl::api
