// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_handler.h"

#include "searchd/page/page_view.h"
#include "searchd/tagged_answer.h"
#include "shared/api/request/search_request.h"
#include "shared/api/routes/route.h"
#include "shared/article/article_id.h"
#include "shared/base/html_escape.h"

#include <algorithm>
#include <chrono>
#include <map>

namespace trawl::searchd {
namespace {

using namespace std::chrono_literals;
using Slots = std::map<std::string_view, std::string, std::less<>>;

constexpr std::string_view kHtml = "text/html; charset=utf-8";
constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
constexpr std::size_t kRelated = 6, kRisingTerms = 8, kPageFacetLimit = 30;

/// page.html with its {{slots}} filled; the values are HTML already.
std::string fill(std::string_view form, const Slots& slots) {
  std::string out;
  while (true) {
    const std::size_t open = form.find("{{");
    const std::size_t close = form.find("}}", open);
    out += form.substr(0, open);
    if (open == std::string_view::npos || close == std::string_view::npos) return out;
    const auto slot = slots.find(form.substr(open + 2, close - open - 2));
    if (slot != slots.end()) out += slot->second;
    form.remove_prefix(close + 2);
  }
}

HttpResponse html_response(int status, const Slots& slots) {
  HttpResponse response{status, std::string(kHtml), fill(embedded_file("page.html").content, slots), {}};
  response.set_header("Content-Security-Policy", std::string(kPolicy));
  response.set_header("Referrer-Policy", "no-referrer");
  return response;
}

/// The filters and the sort order, which the search form keeps as hidden fields.
std::string hidden_fields(const api::Parameters& parameters) {
  std::string out;
  for (const api::Parameter& parameter : parameters) {
    const std::string& name = parameter.name;
    const bool is_of_this_query = name == "q" || name == "as_typed" || name == "cursor" || name == "offset";
    if (is_of_this_query || name == "article" || parameter.value.empty()) continue;
    out += "<input type=\"hidden\" name=\"" + html_escape(name) + "\" value=\"" + html_escape(parameter.value) + "\">";
  }
  return out;
}

std::string feed_link(const api::Parameters& parameters) {
  const std::string query = api::to_query_string(parameters);
  return "/v1/search.atom" + (query.empty() ? "" : "?" + html_escape(query));
}

HttpResponse problem_page(const api::Problem& problem, const std::string& q) {
  HttpResponse response =
      html_response(problem.status,
                    {{"title", "Trawl"}, {"q", html_escape(q)}, {"main", render_problem(problem)}, {"kind", "plain"}});
  response.set_header("Cache-Control", "no-store");
  return response;
}

/// The parameters without `article`, and its value.
std::string take_article(api::Parameters& parameters) {
  const auto found = std::ranges::find(parameters, "article", &api::Parameter::name);
  std::string id = found == parameters.end() ? "" : found->value;
  std::erase_if(parameters, [](const api::Parameter& p) { return p.name == "article"; });
  return id;
}

RouteAnswer article_page(const RouteContext& context, const api::Parameters& parameters, const std::string& q,
                         const std::string& id) {
  const auto hit = context.engine.article(id);
  if (!hit) return problem_page(api::missing_article(context.engine, id, hit.error()), q);
  const auto related = context.engine.related(id, kRelated);
  const std::string main =
      render_article(parameters, *hit, related ? *related : std::vector<search::Hit>{}, context.now);
  return html_response(200, {{"title", html_escape(hit->article.title) + " – Trawl"},
                             {"q", html_escape(q)},
                             {"hidden", hidden_fields(parameters)},
                             {"main", main},
                             {"feed", feed_link(parameters)},
                             {"kind", "reading"}});
}

std::string rising_terms(const RouteContext& context, const search::SearchRequest& request) {
  if (!request.q.empty() || !request.filters.empty() || !request.cursor.empty()) return {};
  const auto trending = context.engine.trending(std::chrono::days{7}, kRisingTerms, context.now);
  return trending ? render_trending(*trending) : std::string{};
}

RouteAnswer results_page(const RouteContext& context, const api::Parameters& parameters,
                         const search::SearchRequest& request) {
  const auto begin = std::chrono::steady_clock::now();
  const auto found = context.engine.search(request, context.now);
  if (!found) return problem_page(api::to_problem(found.error()), request.q);
  const double took_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  const ResultsView view{parameters, request, *found, took_ms, context.now};
  const std::string title = request.q.empty() ? "Trawl" : html_escape(request.q) + " – Trawl";
  HttpResponse response = html_response(200, {{"title", title},
                                              {"q", html_escape(request.q)},
                                              {"hidden", hidden_fields(parameters)},
                                              {"focus", request.q.empty() ? " autofocus" : ""},
                                              {"rising", rising_terms(context, request)},
                                              {"main", render_results(view)},
                                              {"facets", render_facets(view)},
                                              {"feed", feed_link(parameters)},
                                              {"kind", "results"}});
  if (!found->is_exact) response.set_header("Cache-Control", "no-store");
  return response;
}

} // namespace

RouteAnswer page(const RouteContext& context, const HttpRequest& request) {
  auto parameters = api::parse_query_string(request.query);
  if (!parameters) return problem_page(parameters.error(), "");
  std::erase_if(*parameters, [](const api::Parameter& p) { return p.value.empty(); });
  const std::string id = take_article(*parameters);
  auto asked = api::read_search_request(*parameters, context.now);
  if (!asked) return problem_page(asked.error(), "");
  if (!id.empty() && !is_article_id(id)) return problem_page(api::http_problem(404, "There is no such article."), "");
  asked->search.facets = page_facets();
  asked->search.facet_limit = kPageFacetLimit;
  // The minute is in the tag, as the page shows ages.
  const std::string tag = "page " + id + std::to_string(context.now.time_since_epoch().count()) +
                          api::canonical_form(*asked, context.now) + std::string(embedded_file("page.html").hash);
  RouteAnswer answer = tagged_answer(context, request, tag, [&] {
    return id.empty() ? results_page(context, *parameters, asked->search)
                      : article_page(context, *parameters, asked->search.q, id);
  });
  if (!answer) return problem_page(answer.error(), asked->search.q);
  return answer;
}

RouteAnswer page_style(const RouteContext&, const HttpRequest& request) {
  return static_answer(request, "text/css; charset=utf-8", embedded_file("page.css"));
}

RouteAnswer page_script(const RouteContext&, const HttpRequest& request) {
  return static_answer(request, "text/javascript; charset=utf-8", embedded_file("page.js"));
}

RouteAnswer page_icon(const RouteContext&, const HttpRequest& request) {
  return static_answer(request, "image/svg+xml", embedded_file("icon.svg"));
}

} // namespace trawl::searchd
