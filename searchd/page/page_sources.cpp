// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_handler.h"
#include "searchd/page/page_home.h"
#include "searchd/page/page_links.h"
#include "searchd/page/page_view.h"
#include "searchd/tagged_answer.h"
#include "shared/api/engine/engine.h"
#include "shared/base/html_escape.h"
#include "shared/base/whole_number.h"

#include <algorithm>
#include <array>
#include <map>

namespace trawl::searchd {
namespace {

constexpr std::size_t kShownTopics = 3;

/// What a search says of a source: its articles by year, and its most frequent tags.
struct Subjects {
  std::map<int, std::size_t> years;
  std::vector<search::FacetValue> tags;
};

/// Of a bucket: "2026".
int year_of(const std::string& bucket) { return whole_number<int>(bucket).value_or(0); }

int year_of(Moment moment) {
  return int{std::chrono::year_month_day(std::chrono::floor<std::chrono::days>(moment)).year()};
}

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
  for (const search::DateBucket& year : found.dates ? found.dates->values : std::vector<search::DateBucket>{})
    if (year.count > 0) subjects.years[year_of(year.value)] = year.count;
  return subjects;
}

/// The articles of each year from `first` until `last`, the same years for all sources: one sees who stopped, and when.
std::string history(const Subjects& subjects, int first, int last) {
  if (subjects.years.empty()) return {};
  std::vector<std::size_t> counts;
  for (int year = first; year <= last; ++year) {
    const auto found = subjects.years.find(year);
    counts.push_back(found == subjects.years.end() ? 0 : found->second);
  }
  const std::string begin = std::to_string(subjects.years.begin()->first);
  const std::string end = std::to_string(subjects.years.rbegin()->first);
  const std::string span = subjects.years.rbegin()->first >= last ? "since " + begin
                           : begin == end                         ? begin
                                                                  : begin + "–" + end;
  return plot(counts, 0) + "<span class=\"quiet\">" + span + "</span>";
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

constexpr std::array<std::string_view, 6> kHeads{"Articles",     "By year",    "Newest",
                                                 "Writes about", "Last asked", "Health"};

/// A cell that names its column, for screens that have no room for columns.
std::string cell(std::size_t column, std::string_view style, std::string_view content) {
  return "<td data-head=\"" + std::string(kHeads.at(column)) + "\"" +
         (style.empty() ? "" : " class=\"" + std::string(style) + "\"") + ">" + std::string(content) + "</td>";
}

std::string row(const search::SourceStatus& source, const Subjects& subjects, int first_year, Moment now) {
  const std::string label = source.label.empty() ? source.id : source.label;
  std::string asked = source.last_success ? age_text(Date{*source.last_success, DatePrecision::Second}, now) : "";
  if (const std::string pace = pace_text(source.pace); !pace.empty())
    asked += (source.last_success ? "<br>" : "") + pace;
  std::string health = html_escape(source.health);
  if (!source.last_error.empty()) health += "<br><span class=\"quiet\">" + html_escape(source.last_error) + "</span>";
  return "<tr><th scope=\"row\"><a href=\"" + page_link({{"source", quoted_value(source.id)}}) + "\">" +
         html_escape(label) + "</a></th>" + cell(0, "number", grouped_digits(source.articles)) +
         cell(1, "years", history(subjects, first_year, year_of(now))) + cell(2, "when", age_text(source.newest, now)) +
         cell(3, "", topics(source.id, subjects.tags)) + cell(4, "when", asked) + cell(5, "", health) + "</tr>\n";
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
                      "class=\"list\"><thead><tr><th scope=\"col\">Source</th>";
    for (const std::string_view head : kHeads) out += "<th scope=\"col\">" + std::string(head) + "</th>";
    out += "</tr></thead><tbody>\n";
    std::vector<Subjects> all;
    int first_year = year_of(context.now);
    for (const search::SourceStatus& source : found->sources) {
      auto subjects = subjects_of(context.engine, source.id, context.now);
      if (!subjects) return problem_page(api::to_problem(subjects.error()));
      if (!subjects->years.empty()) first_year = std::min(first_year, subjects->years.begin()->first);
      all.push_back(std::move(*subjects));
    }
    for (std::size_t i = 0; i < all.size(); ++i) out += row(found->sources[i], all[i], first_year, context.now);
    out += "</tbody></table></div>\n<p class=\"quiet\"><code>trawl sources add URL</code> adds a source, <code>trawl "
           "sources disable NAME</code> pauses one.</p>\n";
    HttpResponse response = whole_page({"Sources", "/sources", "plain"}, out);
    if (!found->warnings.empty()) response.set_header("Cache-Control", "no-store");
    return response;
  });
  return answer ? std::move(answer) : RouteAnswer(problem_page(answer.error()));
}

} // namespace trawl::searchd
