// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/route.h"

#include "searchd/page/page_handler.h"
#include "searchd/page/page_memory.h"
#include "searchd/page/page_pictures.h"
#include "searchd/tagged_answer.h"
#include "shared/api/request/value_fields.h"
#include "shared/api/service.h"
#include "shared/base/embedded_file.h"
#include "shared/base/html_escape.h"
#include "shared/base/sha256.h"
#include "shared/mcp/session.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

namespace trawl::searchd {
namespace {

using api::Methods;

/// POST /mcp: the Model Context Protocol over streamable HTTP. Each answer is one JSON body;
/// it uses neither sessions nor streams, both of which the protocol makes optional.
RouteAnswer mcp_endpoint(const RouteContext& context, const HttpRequest& request) {
  // The protocol asks for this check: a page of another site must not use the reader's browser to ask.
  const std::string_view origin = request.header("Origin");
  if (!origin.empty() && origin != context.base_url)
    return std::unexpected(api::http_problem(403, "Pages of other sites may not send requests here."));
  const auto ask = [&](const std::string& path,
                       const api::Parameters& parameters) -> std::expected<std::string, std::string> {
    auto response = api::respond(context.engine, {"GET", path, api::to_query_string(parameters), "", context.base_url},
                                 context.now);
    if (!response) return std::unexpected(response.error().detail);
    return std::move(response->body);
  };
  const auto answer = mcp::answer(request.body, {ask});
  HttpResponse response{answer ? 200 : 202, answer ? "application/json" : "", answer.value_or(""), {}};
  response.set_header("Cache-Control", "no-store");
  return response;
}

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
  std::string out = metric_header(kName, "Sources by the outcome of their last crawl.", "gauge");
  for (const auto& [health, count] : by_health) {
    out += labelled_sample(kName, "health=\"" + health + "\"", std::to_string(count));
  }
  return out;
}

/// Requests of the crawls, by source and outcome. The outcomes are a closed set (indexer/store/source_store.h).
std::string fetch_counters(const std::vector<search::SourceStatus>& sources) {
  constexpr std::string_view kFetches = "trawl_source_fetches_total", kBytes = "trawl_source_fetch_bytes_total";
  std::string fetches = metric_header(kFetches, "Requests of all crawls to a source, by outcome.", "counter");
  std::string bytes = metric_header(kBytes, "Bytes received from a source, before decompression.", "counter");
  for (const search::SourceStatus& source : sources) {
    const std::string label = "source=\"" + source.id + "\"";
    for (const auto& [outcome, count] : source.fetches) {
      fetches += labelled_sample(kFetches, label + ",outcome=\"" + outcome + "\"", std::to_string(count));
    }
    if (!source.fetches.empty()) bytes += labelled_sample(kBytes, label, std::to_string(source.fetched_bytes));
  }
  return fetches + bytes;
}

/// 200 while the process answers; touches nothing.
RouteAnswer healthz(const RouteContext&, const HttpRequest&) { return not_stored(api::kJson, R"({"status":"ok"})"); }

/// 503 while there is no index that can be read.
RouteAnswer readyz(const RouteContext& context, const HttpRequest&) {
  const auto state = context.engine.state();
  if (!state) return std::unexpected(api::to_problem(state.error()));
  context.metrics.see_index(*state);
  return not_stored(api::kJson, R"({"status":"ready"})");
}

/// Counters in the Prometheus text format.
RouteAnswer metrics(const RouteContext& context, const HttpRequest&) {
  std::string text = context.metrics.text();
  const auto stats = context.engine.stats();
  text += gauge("trawl_index_ready", "1 while there is a readable index.", stats ? 1 : 0);
  if (stats) text += index_gauges(*stats);
  text += counter("trawl_index_reopens_total", "How often the daemon switched to a newer state of the index.",
                  static_cast<double>(context.metrics.index_changes()));
  if (const auto sources = context.engine.sources()) {
    text += health_gauges(sources->sources) + fetch_counters(sources->sources);
  }
  return not_stored("text/plain; version=0.0.4; charset=utf-8", std::move(text));
}

constexpr std::string_view kPlain = "text/plain; charset=utf-8";

/// One <Url> element.
void append_url(std::string& out, std::string_view type, std::string_view rel, const std::string& address) {
  out.append("  <Url type=\"").append(type).append("\"");
  if (address.contains("{startIndex")) out.append(" indexOffset=\"0\"");
  if (!rel.empty()) out.append(" rel=\"").append(rel).append("\"");
  out.append(" template=\"").append(html_escape(address)).append("\"/>\n");
}

RouteAnswer openapi(const RouteContext&, const HttpRequest& request) {
  return static_answer(request, api::kJson, embedded_file("openapi.json"));
}

/// OpenSearch 1.1 description: search and suggestions in a browser's address bar.
RouteAnswer opensearch(const RouteContext& context, const HttpRequest& request) {
  const std::string& base = context.base_url;
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                    "<OpenSearchDescription xmlns=\"http://a9.com/-/spec/opensearch/1.1/\">\n"
                    "  <ShortName>Trawl</ShortName>\n"
                    "  <Description>Search articles about AI</Description>\n"
                    "  <InputEncoding>UTF-8</InputEncoding>\n";
  out += "  <Image type=\"image/svg+xml\">" + html_escape(base) + "/icon.svg</Image>\n";
  const std::string window = "{searchTerms}&limit={count?}&offset={startIndex?}";
  append_url(out, "text/html", "", base + "/?q=" + window);
  append_url(out, "application/rss+xml", "", base + "/v1/search.rss?q=" + window);
  append_url(out, "application/json", "", base + "/v1/search?q=" + window);
  append_url(out, "application/x-suggestions+json", "suggestions",
             base + "/v1/suggest?format=opensearch&q={searchTerms}");
  out += "</OpenSearchDescription>\n";
  return static_answer(request, "application/opensearchdescription+xml", {out, sha256_hex(out, 8)});
}

RouteAnswer llms_txt(const RouteContext&, const HttpRequest& request) {
  static const std::string content = api::with_value_fields(embedded_file("llms.txt").content);
  static const std::string hash = sha256_hex(content, 8);
  return static_answer(request, kPlain, {content, hash});
}

RouteAnswer robots_txt(const RouteContext&, const HttpRequest& request) {
  return static_answer(request, kPlain, {"User-agent: *\nDisallow: /v1/\n", "robots-1"});
}

constexpr std::array kOwnRoutes{
    Route{"healthz", "/healthz", Methods::Read, false, healthz},
    Route{"readyz", "/readyz", Methods::Read, false, readyz},
    Route{"metrics", "/metrics", Methods::Read, false, metrics},
    Route{"openapi", "/openapi.json", Methods::Read, false, openapi},
    Route{"opensearch", "/opensearch.xml", Methods::Read, false, opensearch},
    Route{"mcp", "/mcp", Methods::Post, false, mcp_endpoint},
    Route{"llms", "/llms.txt", Methods::Read, false, llms_txt},
    Route{"robots", "/robots.txt", Methods::Read, false, robots_txt},
    Route{"page", "/", Methods::Read, false, page},
    Route{"reader", "/reader", Methods::Post, true, change_memory},
    Route{"sources_page", "/sources", Methods::Read, false, sources_page},
    Route{"trends_page", "/trends", Methods::Read, false, trends_page},
    Route{"picture", "/picture", Methods::Read, false, kept_picture},
    Route{"style", "/page.css", Methods::Read, false, page_style},
    Route{"script", "/page.js", Methods::Read, false, page_script},
    Route{"script_memory", "/memory.js", Methods::Read, false, page_script},
    Route{"script_home", "/home.js", Methods::Read, false, page_script},
    Route{"script_reader", "/reader.js", Methods::Read, false, page_script},
    Route{"icon", "/icon.svg", Methods::Read, false, page_icon},
    Route{"none", "", Methods::Read, false, nullptr},
};

std::vector<Route> make_routes() {
  std::vector<Route> routes;
  for (const api::Route& route : api::routes()) {
    routes.push_back({route.name, route.pattern, route.methods, false, nullptr});
  }
  routes.insert(routes.end(), kOwnRoutes.begin(), kOwnRoutes.end());
  return routes;
}

} // namespace

std::span<const Route> all_routes() {
  static const std::vector<Route> kRoutes = make_routes();
  return kRoutes;
}

std::size_t route_of(std::string_view path) {
  if (const auto index = api::find_route(path)) return *index;
  const auto own = std::ranges::find(kOwnRoutes.begin(), kOwnRoutes.end() - 1, path, &Route::pattern);
  return api::routes().size() + static_cast<std::size_t>(own - kOwnRoutes.begin());
}

} // namespace trawl::searchd
