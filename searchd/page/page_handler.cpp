// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_handler.h"

#include "searchd/page/page_article.h"
#include "searchd/page/page_home.h"
#include "searchd/page/page_memory.h"
#include "searchd/page/page_pictures.h"
#include "searchd/page/page_request.h"
#include "searchd/page/page_view.h"
#include "searchd/tagged_answer.h"
#include "shared/api/routes/route.h"
#include "shared/base/html_escape.h"
#include "shared/base/system_directory.h"

#include <algorithm>
#include <chrono>
#include <map>

namespace trawl::searchd {
namespace {

using Slots = std::map<std::string_view, std::string, std::less<>>;

constexpr std::string_view kHtml = "text/html; charset=utf-8";
constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; img-src 'self' data:";
constexpr std::size_t kRelated = 6;

/// page.html with its {{slots}} filled; the values are already HTML.
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

HttpResponse html_response(int status, std::string body) {
  HttpResponse response{status, std::string(kHtml), std::move(body), {}};
  response.set_header("Content-Security-Policy", std::string(kPolicy));
  response.set_header("Referrer-Policy", "same-origin"); // a form sends its page, to come back to
  return response;
}

/// The pages there are, the same on every page: what nobody remembers is an empty list that says so.
std::string site_navigation(const std::string& here) {
  std::string out;
  const auto add = [&](const std::string& href, const char* label) {
    out += "<a href=\"" + href + "\"" + (href == here ? " aria-current=\"page\"" : "") + ">" + label + "</a>";
  };
  add("/", "Home");
  add("/?q=is:unread", "Unread");
  add("/?q=is:starred", "Starred");
  add("/?q=is:later", "Later");
  add("/?q=is:noted", "Notes");
  add("/sources", "Sources");
  add("/trends", "Trends");
  return out;
}

HttpResponse html_response(int status, const Slots& slots) {
  return html_response(status, fill(embedded_file("page.html").content, slots));
}

/// The filters and the sort order, which the search form keeps as hidden fields.
std::string hidden_fields(const api::Parameters& parameters) {
  std::string out;
  for (const api::Parameter& parameter : parameters) {
    const std::string& name = parameter.name;
    const bool is_of_this_query = name == "q" || name == "as_typed" || name == "cursor" || name == "offset";
    if (is_of_this_query) continue;
    out += "<input type=\"hidden\" name=\"" + html_escape(name) + "\" value=\"" + html_escape(parameter.value) + "\">";
  }
  return out;
}

std::string feed_link(const PageRequest& request) {
  api::Parameters parameters = request.search_parameters();
  std::erase_if(parameters, [](const api::Parameter& p) {
    return p.name == "cursor" || p.name == "offset" || p.name == "snippets" || p.name == "as_typed";
  });
  const std::string query = api::to_query_string(parameters);
  return "/v1/search.rss" + (query.empty() ? "" : "?" + html_escape(query));
}

/// The articles before and after the one that is shown, if its place in the result is known and has not changed.
Neighbours neighbours_of(const RouteContext& context, const PageRequest& request) {
  Neighbours neighbours;
  if (!request.at) return neighbours;
  search::SearchRequest search = request.asked.search;
  search.cursor.clear();
  search.facets.clear();
  search.snippets = 0;
  search.offset = *request.at == 0 ? 0 : *request.at - 1;
  search.limit = 3;
  auto found = context.engine.search(search, context.now);
  neighbours.is_whole = found && search::is_whole(*found);
  if (!found) return neighbours;
  std::vector<search::Hit>& hits = found->hits;
  const auto here = std::ranges::find(hits, request.article, [](const search::Hit& hit) { return hit.article.id; });
  if (here == hits.end()) return neighbours;
  neighbours.total = found->total + found->total_fewer_words;
  if (here != hits.begin()) neighbours.before = std::move(*std::prev(here));
  if (std::next(here) != hits.end()) neighbours.after = std::move(*std::next(here));
  return neighbours;
}

/// 301 from an article's alias to the page for its id.
HttpResponse moved_page(const PageRequest& request, const std::string& id) {
  api::Parameters parameters = request.parameters;
  parameters.push_back({"article", id});
  if (request.at) parameters.push_back({"at", std::to_string(*request.at)});
  HttpResponse response = html_response(301, std::string());
  response.set_header("Location", "/?" + api::to_query_string(parameters));
  return response;
}

RouteAnswer article_page(const RouteContext& context, const PageRequest& request) {
  const std::string& q = request.asked.search.q;
  const auto hit = context.engine.article(request.article);
  if (!hit) return problem_page(api::missing_article(context.engine, request.article, hit.error()), q);
  if (hit->article.id != request.article) return moved_page(request, hit->article.id);
  const Neighbours neighbours = neighbours_of(context, request);
  // The last call: its warnings are about all damage that was met.
  const auto found = context.engine.related(request.article, kRelated);
  const auto related = found.value_or(search::RelatedResponse{});
  formula::FormulaTime time = context.formulas.time_for(
      request.article + " " + std::to_string(std::hash<std::string>()(hit->article.structure)));
  const auto write_formula = [&](std::string_view tex, bool is_displayed) {
    return context.formulas.write(tex, is_displayed, time);
  };
  const PageReader reader = page_reader(context.engine, context.now);
  const auto memory = context.engine.reader().memory();
  const std::string note = memory && *memory != nullptr ? (*memory)->note(request.article).value_or("") : "";
  std::string main = render_article(
      {request, *hit, related, neighbours, context.now, write_formula, find_kept_pictures(context), reader, note});
  const bool is_whole =
      neighbours.is_whole && found && found->warnings.empty() && !time.ran_out() && reader.problem.empty();
  HttpResponse response = html_response(200, {{"title", html_escape(hit->article.title) + " – Trawl"},
                                              {"q", html_escape(q)},
                                              {"hidden", hidden_fields(request.parameters)},
                                              {"main", std::move(main)},
                                              {"feed", feed_link(request)},
                                              {"reader", reader_form(reader)},
                                              {"nav", site_navigation("")},
                                              {"kind", "reading"}});
  if (request.pictures) response.set_header("Content-Security-Policy", std::string(kPolicy) + " https: http:");
  if (!is_whole) response.set_header("Cache-Control", "no-store");
  return response;
}

constexpr const char* kRefresh = "15"; // seconds after which a browser asks again for a home page with nothing to show

HttpResponse home_page(const HomeContent& home, const PageRequest& request, int status = 200) {
  HttpResponse response = html_response(status, {{"title", "Trawl"},
                                                 {"reader", reader_form(home.reader)},
                                                 {"nav", site_navigation("/")},
                                                 {"hidden", hidden_fields(request.parameters)},
                                                 {"main", render_home(home)},
                                                 {"aside", home.is_empty ? "" : render_home_asides(home)},
                                                 {"feed", feed_link(request)},
                                                 {"kind", "home-page"}});
  if (home.is_empty) response.set_header("Refresh", kRefresh);
  return response;
}

bool is_of_package(const RouteContext& context) {
  return context.pictures_of != nullptr && context.pictures_of->root == kSystemDirectory;
}

RouteAnswer home_answer(const RouteContext& context, const PageRequest& request) {
  auto home = gather_home(context.engine, home_moment(context.now), request.languages);
  if (!home) return problem_page(api::to_problem(home.error()));
  home->is_of_package = is_of_package(context);
  if (!request.undo) home->reader.undoable = 0;
  HttpResponse response = home_page(*home, request);
  if (!home->warnings.empty() || home->is_empty || !home->reader.problem.empty())
    response.set_header("Cache-Control", "no-store");
  return response;
}

std::string filters_aside(const ResultsView& view) {
  const std::size_t active = count_filters(view.response.filters);
  if (view.response.total == 0 && active == 0) return {};
  return "<aside id=\"filters\" aria-label=\"Filters\">\n<p class=\"panel\"><a class=\"open\" "
         "href=\"#filters\">Filters" +
         (active > 0 ? " (" + std::to_string(active) + ")" : "") +
         "</a><a class=\"close\" href=\"#main\">Close filters</a></p>\n<div class=\"facets\">\n" + render_facets(view) +
         "</div>\n</aside>\n";
}

RouteAnswer results_page(const RouteContext& context, const PageRequest& request) {
  const search::SearchRequest& search = request.asked.search;
  auto found = context.engine.search(search, context.now);
  if (!found) return problem_page(api::to_problem(found.error()), search.q);
  ResultsView view{request.parameters,
                   search,
                   *found,
                   feed_link(request),
                   context.now,
                   page_reader(context.engine, context.now),
                   saved_name(context.engine, api::to_query_string(request.parameters))};
  if (!request.undo) view.reader.undoable = 0;
  if (search.q.contains("is:noted")) view.notes = notes_on(context.engine, found->hits);
  HttpResponse response =
      html_response(200, {{"title", search.q.empty() ? "Articles – Trawl" : html_escape(search.q) + " – Trawl"},
                          {"q", html_escape(search.q)},
                          {"hidden", hidden_fields(request.parameters)},
                          {"main", render_results(view)},
                          {"aside", filters_aside(view)},
                          {"reader", reader_form(view.reader)},
                          {"nav", site_navigation("/?q=" + search.q)},
                          {"feed", view.feed},
                          {"kind", "results"}});
  if (!search::is_whole(*found) || !view.reader.problem.empty()) response.set_header("Cache-Control", "no-store");
  return response;
}

/// The languages that the reader accepts, without their regions, sorted.
std::vector<std::string> languages_of(std::string_view accept_language) {
  std::vector<std::string> languages;
  while (!accept_language.empty()) {
    const std::size_t end = std::min(accept_language.find(','), accept_language.size());
    const std::string language = api::first_language(trim_white_space(accept_language.substr(0, end)));
    if (!language.empty()) languages.push_back(language);
    accept_language.remove_prefix(std::min(end + 1, accept_language.size()));
  }
  std::ranges::sort(languages);
  languages.erase(std::ranges::unique(languages).begin(), languages.end());
  return languages;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += " " + word;
  return out;
}

/// Everything that determines the page, apart from the state of the index.
std::string canonical_page(const PageRequest& request, Moment now) {
  const std::string kind = request.is_home() ? "home" : "page";
  // The time is part of the ETag, because the page shows ages.
  const Moment minute = request.is_home() ? home_moment(now) : now;
  return kind + " " + request.article + " " + (request.at ? std::to_string(*request.at) : "") +
         (request.pictures ? " pictures " : " ") + (request.undo ? "undo " : "") +
         std::to_string(minute.time_since_epoch().count()) + (request.is_home() ? joined(request.languages) : "") +
         api::canonical_form(request.asked, now) + std::string(embedded_file("page.html").hash);
}

} // namespace

HttpResponse whole_page(const PageFrame& frame, const std::string& main) {
  return html_response(200, {{"title", html_escape(frame.title) + " – Trawl"},
                             {"nav", site_navigation(frame.place)},
                             {"main", main},
                             {"feed", "/v1/search.rss"},
                             {"kind", frame.kind}});
}

HttpResponse problem_page(const api::Problem& problem, const std::string& q) {
  HttpResponse response =
      html_response(problem.status, {{"title", html_escape(api::title_of(problem.type)) + " – Trawl"},
                                     {"q", html_escape(q)},
                                     {"nav", site_navigation("")},
                                     {"main", render_problem(problem)},
                                     {"feed", "/v1/search.rss"},
                                     {"kind", "plain"}});
  response.set_header("Cache-Control", "no-store");
  return response;
}

RouteAnswer page(const RouteContext& context, const HttpRequest& request) {
  auto asked = read_page_request(request.query, context.now, api::first_language(request.header("Accept-Language")));
  if (!asked) return problem_page(asked.error());
  asked->languages = languages_of(request.header("Accept-Language"));
  const std::string canonical = canonical_page(*asked, context.now);
  RouteAnswer answer = tagged_answer(context, request, canonical, [&] {
    if (!asked->article.empty()) return article_page(context, *asked);
    return asked->is_home() ? home_answer(context, *asked) : results_page(context, *asked);
  });
  if (answer) return answer;
  HomeContent nothing;
  nothing.is_empty = true;
  nothing.is_of_package = is_of_package(context);
  return asked->is_home() && answer.error().type == "not-ready" ? home_page(nothing, *asked, 503)
                                                                : problem_page(answer.error(), asked->asked.search.q);
}

RouteAnswer page_style(const RouteContext&, const HttpRequest& request) {
  return static_answer(request, "text/css; charset=utf-8", embedded_file("page.css"));
}

RouteAnswer page_script(const RouteContext&, const HttpRequest& request) {
  // "/page.js": the file's name without the slash.
  return static_answer(request, "text/javascript; charset=utf-8", embedded_file(request.path.substr(1)));
}

RouteAnswer page_icon(const RouteContext&, const HttpRequest& request) {
  return static_answer(request, "image/svg+xml", embedded_file("icon.svg"));
}

} // namespace trawl::searchd
