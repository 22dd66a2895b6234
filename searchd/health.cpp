// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/health.h"

#include "shared/api/routes/route.h"

#include <map>

namespace trawl::searchd {
namespace {

HttpResponse not_stored(std::string_view media_type, std::string body) {
  HttpResponse response{200, std::string(media_type), std::move(body), {}};
  response.set_header("Cache-Control", "no-store");
  return response;
}

std::string index_gauges(const search::IndexStats& stats) {
  std::string out = gauge("trawl_index_documents", "Articles in the index.", static_cast<double>(stats.documents));
  out += gauge("trawl_index_bytes", "Bytes of the index on disk.", static_cast<double>(stats.bytes));
  out += gauge("trawl_index_generation", "Number of the live generation.", static_cast<double>(stats.index.generation));
  out += gauge("trawl_index_revision", "Revision within the generation.", static_cast<double>(stats.index.revision));
  out += gauge("trawl_index_missing_articles", "Articles that no answer has because a file of the index is damaged.",
               stats.index.missing);
  if (stats.newest) {
    out += gauge("trawl_index_newest_article_timestamp_seconds", "Publication time of the newest article.",
                 static_cast<double>(stats.newest->time.time_since_epoch().count()));
  }
  return out;
}

/// The number of sources by health.
std::string health_gauges(const std::vector<search::SourceStatus>& sources) {
  constexpr std::string_view kName = "trawl_sources";
  std::map<std::string, int> by_health;
  for (const search::SourceStatus& source : sources) ++by_health[source.health.empty() ? "unknown" : source.health];
  std::string out = "# HELP " + std::string(kName) + " Sources by the outcome of their last crawl.\n# TYPE " +
                    std::string(kName) + " gauge\n";
  for (const auto& [health, count] : by_health) {
    out += std::string(kName) + "{health=\"" + health + "\"} " + std::to_string(count) + "\n";
  }
  return out;
}

/// One sample per source; the catalogue bounds their number.
std::string source_gauges(const std::vector<search::SourceStatus>& sources) {
  constexpr std::string_view kName = "trawl_source_last_success_timestamp_seconds";
  std::string out = "# HELP " + std::string(kName) + " When a source was last crawled successfully.\n# TYPE " +
                    std::string(kName) + " gauge\n";
  for (const search::SourceStatus& source : sources) {
    if (!source.last_success) continue;
    out += std::string(kName) + "{source=\"" + source.id + "\"} " +
           std::to_string(source.last_success->time_since_epoch().count()) + "\n";
  }
  return out;
}

/// Requests of the crawls, by source and outcome. The outcomes are a closed set (indexer/store/source_store.h).
std::string fetch_counters(const std::vector<search::SourceStatus>& sources) {
  constexpr std::string_view kFetches = "trawl_source_fetches_total", kBytes = "trawl_source_fetch_bytes_total";
  std::string fetches = "# HELP " + std::string(kFetches) +
                        " Requests of all crawls to a source, by outcome.\n# TYPE " + std::string(kFetches) +
                        " counter\n";
  std::string bytes = "# HELP " + std::string(kBytes) +
                      " Bytes received from a source, before decompression.\n# TYPE " + std::string(kBytes) +
                      " counter\n";
  for (const search::SourceStatus& source : sources) {
    const std::string label = "{source=\"" + source.id + "\"";
    for (const auto& [outcome, count] : source.fetches) {
      fetches += std::string(kFetches) + label + ",outcome=\"" + outcome + "\"} " + std::to_string(count) + "\n";
    }
    if (!source.fetches.empty())
      bytes += std::string(kBytes) + label + "} " + std::to_string(source.fetched_bytes) + "\n";
  }
  return fetches + bytes;
}

} // namespace

RouteAnswer healthz(const RouteContext&, const HttpRequest&) { return not_stored(api::kJson, R"({"status":"ok"})"); }

RouteAnswer readyz(const RouteContext& context, const HttpRequest&) {
  const auto state = context.engine.state();
  if (!state) return std::unexpected(api::to_problem(state.error()));
  context.metrics.see_index(*state);
  return not_stored(api::kJson, R"({"status":"ready"})");
}

RouteAnswer metrics(const RouteContext& context, const HttpRequest&) {
  std::string text = context.metrics.text();
  const auto stats = context.engine.stats();
  text += gauge("trawl_index_ready", "1 while there is a readable index.", stats ? 1 : 0);
  if (stats) text += index_gauges(*stats);
  text += counter("trawl_index_reopens_total", "How often the daemon switched to a newer state of the index.",
                  static_cast<double>(context.metrics.index_changes()));
  if (const auto sources = context.engine.sources()) {
    text += health_gauges(sources->sources) + source_gauges(sources->sources) + fetch_counters(sources->sources);
  }
  return not_stored("text/plain; version=0.0.4; charset=utf-8", std::move(text));
}

} // namespace trawl::searchd
