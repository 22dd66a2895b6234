// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_add.h"
#include "searchd/page/page_handler.h"
#include "searchd/page/page_home.h"
#include "searchd/page/page_links.h"
#include "searchd/page/page_view.h"
#include "searchd/tagged_answer.h"
#include "shared/api/engine/engine.h"
#include "shared/base/html_escape.h"

#include <algorithm>

namespace trawl::searchd {
namespace {

constexpr std::size_t kShownTopics = 3;

/// What a search says of a source: its articles by year, and its most frequent tags.
struct Subjects {
  std::vector<std::size_t> years;
  std::string first_year;
  std::vector<search::FacetValue> tags;
};

Result<Subjects> subjects_of(api::Engine& engine, const std::string& source, Moment now) {
  search::SearchRequest request;
  request.filters.fields["source"].any_of = {source};
  request.limit = request.snippets = 0;
  request.facets = {"date", "tag"};
  request.facet_limit = kShownTopics;
  request.date_interval = search::DateInterval::Year;
  TRAWL_TRY(auto found, engine.search(request, now));
  Subjects subjects;
  if (!found.facets.empty()) subjects.tags = std::move(found.facets.front().values);
  if (!found.dates || found.dates->values.empty()) return subjects;
  subjects.first_year = found.dates->values.front().value;
  for (const search::DateBucket& year : found.dates->values) subjects.years.push_back(year.count);
  return subjects;
}

std::string pace_text(std::chrono::seconds pace) {
  const auto minutes = pace.count() / 60;
  if (minutes <= 0) return {};
  return minutes >= 120 ? "every " + std::to_string(minutes / 60) + " h" : "every " + std::to_string(minutes) + " min";
}

std::string topics(const std::string& source, const std::vector<search::FacetValue>& tags) {
  std::string out;
  for (const search::FacetValue& tag : tags) {
    out += (out.empty() ? "" : ", ") +
           ("<a href=\"" + page_link({{"source", quoted_value(source)}, {"tag", quoted_value(tag.value)}})) + "\">" +
           html_escape(tag.label.empty() ? tag.value : tag.label) + "</a>";
  }
  return out;
}

std::string row(const search::SourceStatus& source, const Subjects& subjects, Moment now) {
  const std::string label = source.label.empty() ? source.id : source.label;
  std::string out =
      "<tr><th scope=\"row\"><a href=\"" + page_link({{"source", quoted_value(source.id)}}) + "\">" +
      html_escape(label) + "</a></th><td class=\"number\">" + grouped_digits(source.articles) +
      "</td><td class=\"years\">" +
      (subjects.years.empty()
           ? ""
           : plot(subjects.years, 0) + "<span class=\"quiet\">since " + html_escape(subjects.first_year) + "</span>") +
      "</td><td>" + age_text(source.newest, now) + "</td><td>" + topics(source.id, subjects.tags) + "</td><td>";
  if (source.last_success) out += age_text(Date{*source.last_success, DatePrecision::Second}, now);
  if (const std::string pace = pace_text(source.pace); !pace.empty()) out += (source.last_success ? ", " : "") + pace;
  out += "</td><td>" + html_escape(source.health);
  if (!source.last_error.empty()) out += "<br><span class=\"quiet\">" + html_escape(source.last_error) + "</span>";
  return out + "</td></tr>\n";
}

} // namespace

RouteAnswer sources_page(const RouteContext& context, const HttpRequest& request) {
  const std::string canonical = "sources page " + std::to_string(home_moment(context.now).time_since_epoch().count()) +
                                std::string(embedded_file("page.html").hash);
  RouteAnswer answer = tagged_answer(context, request, canonical, [&]() -> RouteAnswer {
    auto found = context.engine.sources();
    if (!found) return problem_page(api::to_problem(found.error()));
    std::ranges::stable_sort(found->sources, std::greater(), &search::SourceStatus::articles);
    std::string out = "<h1>Sources</h1>\n" + render_warnings(found->warnings) +
                      "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"Sources\"><table "
                      "class=\"list\"><thead><tr>";
    for (const char* head : {"Source", "Articles", "By year", "Newest", "Writes about", "Last asked", "Health"})
      out += "<th scope=\"col\">" + std::string(head) + "</th>";
    out += "</tr></thead><tbody>\n";
    for (const search::SourceStatus& source : found->sources) {
      const auto subjects = subjects_of(context.engine, source.id, context.now);
      if (!subjects) return problem_page(api::to_problem(subjects.error()));
      out += row(source, *subjects, context.now);
    }
    out += "</tbody></table></div>\n<p class=\"quiet\"><code>trawl sources add URL</code> adds a source, <code>trawl "
           "sources disable NAME</code> pauses one.</p>\n";
    if (context.pages_to_add != nullptr) out += "<h2>Add an article</h2>" + add_form("");
    HttpResponse response = whole_page(page_reader(context.engine, context.now), {"Sources", "/sources", "plain"}, out);
    if (!found->warnings.empty()) response.set_header("Cache-Control", "no-store");
    return response;
  });
  return answer ? std::move(answer) : RouteAnswer(problem_page(answer.error()));
}

} // namespace trawl::searchd
