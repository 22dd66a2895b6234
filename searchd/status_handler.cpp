// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/status_handler.h"

#include "searchd/request_parameters.h"
#include "searchd/tagged_answer.h"
#include "shared/api/nearest.h"
#include "shared/api/request/parameter_reader.h"
#include "shared/api/response/sources_json.h"
#include "shared/api/response/stats_json.h"

#include <algorithm>
#include <map>

namespace trawl::searchd {
namespace {

/// A problem if the request has any parameter: these routes take none.
std::optional<api::Problem> refuse_parameters(const HttpRequest& request) {
  const auto parameters = parameters_of(request);
  if (!parameters) return parameters.error();
  return api::ParameterReader(*parameters).finish();
}

HttpResponse not_stored(HttpResponse response) {
  response.set_header("Cache-Control", "no-store");
  return response;
}

api::Problem unknown_source(const std::string& id, const std::vector<search::SourceStatus>& sources) {
  std::vector<std::string_view> ids;
  for (const search::SourceStatus& source : sources) ids.push_back(source.id);
  const std::string_view near = api::nearest(id, ids);
  std::string detail = "There is no source of that id.";
  if (!near.empty()) detail += " Did you mean " + std::string(near) + "?";
  return api::http_problem(404, std::move(detail));
}

std::string index_gauges(const search::IndexStats& stats) {
  std::string out = gauge("trawl_index_documents", "Articles in the index.", static_cast<double>(stats.documents));
  out += gauge("trawl_index_bytes", "Bytes of the index on disk.", static_cast<double>(stats.bytes));
  out += gauge("trawl_index_generation", "Live generation.", static_cast<double>(stats.index.generation));
  out += gauge("trawl_index_revision", "Revision within the generation.", static_cast<double>(stats.index.revision));
  if (stats.newest) {
    out += gauge("trawl_index_newest_article_timestamp_seconds", "Publication time of the newest article.",
                 static_cast<double>(stats.newest->time.time_since_epoch().count()));
  }
  return out;
}

/// How the last fetches ended, as far as the index knows it: by source, not by request.
std::string health_gauges(const std::vector<search::SourceStatus>& sources) {
  constexpr std::string_view kName = "trawl_sources";
  std::map<std::string, int> by_health;
  for (const search::SourceStatus& source : sources) ++by_health[source.health.empty() ? "unknown" : source.health];
  std::string out = "# HELP " + std::string(kName) + " Sources, by how their last crawl ended.\n# TYPE " +
                    std::string(kName) + " gauge\n";
  for (const auto& [health, count] : by_health) {
    out += std::string(kName) + "{health=\"" + health + "\"} " + std::to_string(count) + "\n";
  }
  return out;
}

/// Source ids are of a closed set: the catalogue.
std::string source_gauges(const std::vector<search::SourceStatus>& sources) {
  constexpr std::string_view kName = "trawl_source_last_success_timestamp_seconds";
  std::string out = "# HELP " + std::string(kName) + " When a source was last crawled with success.\n# TYPE " +
                    std::string(kName) + " gauge\n";
  for (const search::SourceStatus& source : sources) {
    if (!source.last_success) continue;
    out += std::string(kName) + "{source=\"" + source.id + "\"} " +
           std::to_string(source.last_success->time_since_epoch().count()) + "\n";
  }
  return out;
}

} // namespace

RouteAnswer sources(const RouteContext& context, const HttpRequest& request) {
  if (auto problem = refuse_parameters(request)) return std::unexpected(std::move(*problem));
  return tagged_answer(context, request, "sources", [&]() -> RouteAnswer {
    const auto found = context.backend.sources();
    if (!found) return std::unexpected(api::to_problem(found.error()));
    return json_response(api::sources_json(*found));
  });
}

RouteAnswer source(const RouteContext& context, const HttpRequest& request) {
  if (auto problem = refuse_parameters(request)) return std::unexpected(std::move(*problem));
  return tagged_answer(context, request, "source " + context.argument, [&]() -> RouteAnswer {
    const auto found = context.backend.sources();
    if (!found) return std::unexpected(api::to_problem(found.error()));
    const auto one = std::ranges::find(*found, context.argument, &search::SourceStatus::id);
    if (one == found->end()) return std::unexpected(unknown_source(context.argument, *found));
    return json_response(api::source_json(*one));
  });
}

RouteAnswer stats(const RouteContext& context, const HttpRequest& request) {
  if (auto problem = refuse_parameters(request)) return std::unexpected(std::move(*problem));
  return tagged_answer(context, request, "stats", [&]() -> RouteAnswer {
    const auto found = context.backend.stats();
    if (!found) return std::unexpected(api::to_problem(found.error()));
    return json_response(api::stats_json(*found));
  });
}

RouteAnswer healthz(const RouteContext&, const HttpRequest&) { return not_stored(json_response(R"({"status":"ok"})")); }

RouteAnswer readyz(const RouteContext& context, const HttpRequest&) {
  const auto state = context.backend.state();
  if (!state) return std::unexpected(api::to_problem(state.error()));
  return not_stored(json_response(R"({"status":"ready"})"));
}

RouteAnswer metrics(const RouteContext& context, const HttpRequest&) {
  std::string text = context.metrics.text();
  const auto stats = context.backend.stats();
  text += gauge("trawl_index_ready", "1 while there is an index that can be read.", stats ? 1 : 0);
  if (stats) text += index_gauges(*stats);
  text += counter("trawl_index_reopens_total", "Times that a newer state of the index was taken.",
                  static_cast<double>(context.backend.reopens()));
  if (const auto sources = context.backend.sources()) text += health_gauges(*sources) + source_gauges(*sources);
  return not_stored({200, "text/plain; version=0.0.4; charset=utf-8", std::move(text), {}});
}

} // namespace trawl::searchd
