// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_handler.h"
#include "searchd/page/page_links.h"
#include "searchd/page/page_request.h"
#include "searchd/page/page_view.h"
#include "searchd/tagged_answer.h"
#include "shared/api/engine/trends.h"
#include "shared/api/response/facets_json.h"
#include "shared/base/calendar.h"
#include "shared/base/html_escape.h"
#include "shared/search/facets/date_histogram.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace trawl::searchd {
namespace {

using api::Parameters;
using api::Trend;
using api::TrendGroup;
using api::Trends;
using search::DateInterval;

constexpr std::size_t kColours = 8, kShades = 5; // as in page.css
constexpr double kWidth = 720, kHeight = 200, kLeft = 40, kRight = 20, kBottom = 34;
constexpr double kYearWidth = 60; // of its label on a phone, where letters are largest

/// How many of the last intervals are shown unless the request names dates.
std::size_t usual_columns(DateInterval interval) {
  return interval == DateInterval::Year ? 40 : interval == DateInterval::Month ? 24 : 26;
}

/// What the request means for the page.
struct View {
  const Parameters& parameters;
  const api::TrendsRequest& asked;
  const Trends& trends;
  std::size_t first = 0; ///< interval that is shown
};

std::string trends_link(const Parameters& parameters) {
  const std::string query = api::to_query_string(parameters);
  return query.empty() ? "/trends" : "/trends?" + html_escape(query);
}

std::string trends_link_with(Parameters parameters, const std::string& name, const std::string& value) {
  std::erase_if(parameters, [&](const api::Parameter& p) { return p.name == name; });
  if (!value.empty()) parameters.push_back({name, value});
  return trends_link(parameters);
}

/// The search that finds the articles of a count: those of the query, of the source, in the interval.
std::string search_link(const View& view, const std::string& q, const std::string& source,
                        const std::string& interval) {
  Parameters parameters;
  if (!q.empty()) parameters.push_back({"q", q});
  for (const api::Parameter& one : view.parameters) {
    const bool is_of_search = one.name != "q" && one.name != "by" && one.name != "date_interval";
    const bool is_replaced = (one.name == "source" && !source.empty()) ||
                             (!interval.empty() && (one.name == "after" || one.name == "before"));
    if (is_of_search && !is_replaced) parameters.push_back(one);
  }
  if (!source.empty()) parameters.push_back({"source", quoted_value(source)});
  if (!interval.empty()) {
    auto [first, past] = days_of_bucket(interval);
    const query::DateRange& dates = view.asked.selection.filters.dates;
    if (const auto day = dates.first_of_days()) first = std::max(first, to_day(*day));
    if (const auto day = dates.past_days()) past = std::min(past, to_day(*day));
    parameters.push_back({"after", first});
    parameters.push_back({"before", past});
  }
  return page_link(parameters);
}

double share(std::size_t count, std::size_t all) {
  return all == 0 ? 0 : static_cast<double>(count) / static_cast<double>(all);
}

double greatest_share(const View& view, const TrendGroup& group) {
  double most = 0;
  for (const Trend& trend : group.queries)
    for (std::size_t i = view.first; i < trend.counts.size(); ++i)
      most = std::max(most, share(trend.counts[i], group.all.counts[i]));
  return most;
}

/// "3.5 %"
std::string percent(double share) {
  const long tenths = std::lround(share * 1000);
  return std::to_string(tenths / 10) + (tenths < 100 && tenths % 10 != 0 ? "." + std::to_string(tenths % 10) : "") +
         " %";
}

std::string number(double value) {
  const long tenths = std::lround(value * 10);
  return std::to_string(tenths / 10) + "." + std::to_string(std::abs(tenths % 10));
}

/// "April 2026", "week 15 of 2026".
std::string interval_name(const std::string& interval) {
  if (interval.size() == 7) {
    const auto month = static_cast<std::size_t>((interval[5] - '0') * 10 + interval[6] - '1');
    return std::string(kMonthNames.at(month)) + " " + interval.substr(0, 4);
  }
  return interval.size() == 8 ? "week " + interval.substr(6) + " of " + interval.substr(0, 4) : interval;
}

bool begins_year(const std::vector<std::string>& intervals, std::size_t first, std::size_t at) {
  return at == first || intervals[at].substr(0, 4) != intervals[at - 1].substr(0, 4);
}

/// Shares as lines. The table says the same in words.
std::string draw(const View& view, const TrendGroup& group) {
  const std::size_t columns = view.trends.intervals.size() - view.first;
  const double most = greatest_share(view, group);
  if (columns < 2 || most <= 0) return {};
  const auto x = [&](std::size_t i) {
    return kLeft + (kWidth - kLeft - kRight) * static_cast<double>(i) / static_cast<double>(columns - 1);
  };
  const auto y = [&](double value) { return 8 + (kHeight - 8) * (1 - value / most); };
  std::string out = "<svg class=\"trend\" viewBox=\"0 0 720 234\" role=\"img\" aria-label=\"Share of all articles over "
                    "time; the table has the numbers\">";
  for (const double part : {0.0, 0.5, 1.0}) {
    const std::string at = number(y(most * part));
    out += "<path class=\"axis\" d=\"M40 " + at + "H700\"/><text x=\"34\" y=\"" + at + "\" class=\"value\">" +
           percent(most * part) + "</text>";
  }
  double last_label = -kYearWidth;
  for (std::size_t i = 0; i < columns; ++i) {
    if (!begins_year(view.trends.intervals, view.first, view.first + i) || x(i) < last_label + kYearWidth) continue;
    last_label = x(i);
    out += "<text x=\"" + number(x(i)) + "\" y=\"" + number(kHeight + kBottom - 4) + "\">" +
           view.trends.intervals[view.first + i].substr(0, 4) + "</text>";
  }
  const auto line = [&](std::size_t q, const std::string& points) {
    return "<polyline class=\"line c" + std::to_string(q % kColours) + (q >= kColours ? " dashed" : "") +
           "\" points=\"" + points + "\"/>";
  };
  for (std::size_t q = 0; q < group.queries.size(); ++q) {
    std::string points; // of a stretch without an interval that has no articles, of which nothing is a share
    for (std::size_t i = 0; i < columns; ++i) {
      const std::size_t all = group.all.counts[view.first + i];
      if (all == 0) {
        out += points.empty() ? "" : line(q, std::exchange(points, {}));
        continue;
      }
      const std::string point = number(x(i)) + "," + number(y(share(group.queries[q].counts[view.first + i], all)));
      points += points.empty() ? point + " " + point : " " + point; // twice, so that a single one is a dot
    }
    out += points.empty() ? "" : line(q, points);
  }
  return out + "</svg>\n";
}

std::string cell(const View& view, const TrendGroup& group, const Trend& trend, std::size_t i, double most) {
  const std::size_t count = trend.counts[i];
  if (count == 0) return "<td>·</td>";
  const double part = share(count, group.all.counts[i]);
  const auto shade =
      most <= 0 ? 0 : std::min<std::size_t>(kShades, static_cast<std::size_t>(part / most * kShades) + 1);
  const std::string shown =
      "<a href=\"" + search_link(view, trend.q, group.source, view.trends.intervals[i]) + "\" title=\"" +
      html_escape(trend.q.empty() ? "All articles" : trend.q) + ", " + interval_name(view.trends.intervals[i]) + ": " +
      grouped_digits(count) +
      (trend.q.empty() ? "" : " of " + grouped_digits(group.all.counts[i]) + ", " + percent(part)) + "\">" +
      grouped_digits(count) + "</a>";
  return trend.q.empty() ? "<td>" + shown + "</td>" : "<td class=\"s" + std::to_string(shade) + "\">" + shown + "</td>";
}

std::string row(const View& view, const TrendGroup& group, const Trend& trend, std::size_t number, double most) {
  const bool is_all = trend.q.empty();
  std::string out = std::string("<tr") + (is_all ? " class=\"all\"" : "") + "><th scope=\"row\">" +
                    (is_all ? "" : "<span class=\"dot c" + std::to_string(number % kColours) + "\"></span>") +
                    html_escape(is_all ? "all articles" : trend.q) + "</th>";
  for (std::size_t i = view.first; i < trend.counts.size(); ++i) out += cell(view, group, trend, i, most);
  return out + "<td class=\"sum\"><a href=\"" + search_link(view, trend.q, group.source, {}) + "\">" +
         grouped_digits(trend.total) + "</a></td></tr>\n";
}

std::string table(const View& view, const TrendGroup& group) {
  std::string out = "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"Counts\"><table "
                    "class=\"trends\"><thead><tr><th scope=\"col\">Query</th>";
  for (std::size_t i = view.first; i < view.trends.intervals.size(); ++i) {
    const std::string& name = view.trends.intervals[i];
    const std::string part = name.substr(std::min<std::size_t>(5, name.size()));
    out += "<th scope=\"col\"><span class=\"" +
           std::string(begins_year(view.trends.intervals, view.first, i) || part.empty() ? "year" : "year said") +
           "\">" + name.substr(0, 4) + "</span> " + part + "</th>";
  }
  out += "<th scope=\"col\">All time</th></tr></thead><tbody>\n";
  const double most = greatest_share(view, group);
  for (std::size_t i = 0; i < group.queries.size(); ++i) out += row(view, group, group.queries[i], i, most);
  out += row(view, group, group.all, 0, 0) + "</tbody></table></div>\n";
  return most <= 0 ? out
                   : out +
                         "<p class=\"quiet\">The darker a number’s ground, the larger its share of all articles of "
                         "that time: the darkest is " +
                         percent(most) + ".</p>\n";
}

/// A small drawing for each source, each with its own scale.
std::string multiples(const View& view) {
  if (view.trends.sources.empty()) return {};
  std::string out = "<h2>By source</h2><ul class=\"multiples\">\n";
  for (const TrendGroup& source : view.trends.sources) {
    std::size_t most = 1;
    for (const Trend& trend : source.queries)
      for (std::size_t i = view.first; i < trend.counts.size(); ++i) most = std::max(most, trend.counts[i]);
    Parameters own = view.parameters;
    std::erase_if(own, [](const api::Parameter& p) { return p.name == "by" || p.name == "source"; });
    own.push_back({"source", quoted_value(source.source)});
    out += "<li><h3><a href=\"" + trends_link(own) + "\">" + html_escape(source.label) + "</a></h3><ul>";
    for (std::size_t i = 0; i < source.queries.size(); ++i) {
      const Trend& trend = source.queries[i];
      const std::vector<std::size_t> shown(trend.counts.begin() + static_cast<std::ptrdiff_t>(view.first),
                                           trend.counts.end());
      out += "<li><span class=\"name\">" + html_escape(trend.q) + "</span>" + plot(shown, most) +
             "<a class=\"count\" href=\"" + search_link(view, trend.q, source.source, {}) + "\">" +
             grouped_digits(trend.total) + "</a></li>";
    }
    out += "</ul></li>\n";
  }
  return out + "</ul>\n";
}

/// A field for each query and one more, and what else is kept.
std::string form(const View& view) {
  std::string out = "<form class=\"terms\" action=\"/trends\" role=\"search\" aria-label=\"Terms over time\">";
  std::vector<std::string> queries = view.asked.queries;
  if (queries.size() < api::kMaxTrends) queries.emplace_back();
  for (const std::string& q : queries)
    out += "<input name=\"q\" type=\"text\" value=\"" + html_escape(q) + "\" aria-label=\"" +
           (q.empty() ? "Another query" : "Query") + "\" placeholder=\"add a term\" maxlength=\"500\">";
  for (const api::Parameter& one : view.parameters) {
    if (one.name != "q")
      out += "<input type=\"hidden\" name=\"" + html_escape(one.name) + "\" value=\"" + html_escape(one.value) + "\">";
  }
  return out + "<button class=\"button\">Show</button></form>\n";
}

std::string choice(const std::string& href, const std::string& label, bool is_current) {
  return "<a href=\"" + href + "\"" + (is_current ? " aria-current=\"true\"" : "") + ">" + label + "</a>";
}

std::string choices(const View& view) {
  std::string out = "<div class=\"choices\"><nav class=\"orders\" aria-label=\"Interval\">";
  for (const auto& [interval, label] :
       {std::pair{DateInterval::Week, "Weeks"}, {DateInterval::Month, "Months"}, {DateInterval::Year, "Years"}})
    out += choice(trends_link_with(view.parameters, "date_interval", std::string(search::interval_name(interval))),
                  label, view.trends.interval == interval);
  const bool by_source = view.asked.by_source;
  out += "</nav><nav class=\"orders\" aria-label=\"Sources\">" +
         choice(trends_link_with(view.parameters, "by", ""), "Together", !by_source) +
         choice(trends_link_with(view.parameters, "by", "source"), "By source", by_source);
  return out + "</nav></div>\n";
}

/// The interval that the page shows unless it is told: months.
Parameters with_interval(Parameters parameters) {
  const bool has_interval = std::ranges::find(parameters, "date_interval", &api::Parameter::name) != parameters.end();
  if (!has_interval) parameters.push_back({"date_interval", "month"});
  return parameters;
}

/// `parameters`: those of the request. `asked`: what they mean.
std::string render_trends(const Parameters& parameters, const api::TrendsRequest& asked, const Trends& trends) {
  View view{parameters, asked, trends};
  const std::size_t usual = usual_columns(trends.interval);
  const bool is_cut = asked.selection.filters.dates.is_open() && trends.intervals.size() > usual;
  if (is_cut) view.first = trends.intervals.size() - usual;
  std::string out = "<h1>Terms over time</h1>\n<p class=\"quiet\">How many articles a query finds, and which share of "
                    "all articles of that time they are. Each number leads to its articles.</p>\n" +
                    form(view) + choices(view) + render_warnings(trends.warnings);
  if (trends.is_rising)
    out += "<h2>Rising</h2><p class=\"quiet\">" +
           std::string(trends.everywhere.queries.empty() ? "Nothing is rising; type a term."
                                                         : "What is written about more than before.") +
           "</p>\n";
  if (trends.intervals.empty()) return out;
  out += draw(view, trends.everywhere) + table(view, trends.everywhere);
  const std::size_t undated = trends.everywhere.all.missing;
  out += "<p class=\"quiet\">";
  if (is_cut)
    out += "Earlier ones are in “All time”; <a href=\"" + trends_link_with(parameters, "date_interval", "year") +
           "\">by year</a>, all are shown. ";
  if (undated > 0) out += grouped_digits(undated) + " articles without a date are only in “All time”. ";
  return out + "<a href=\"/v1" + trends_link(with_interval(parameters)) + "\">Numbers as JSON</a></p>\n" +
         multiples(view);
}

} // namespace

RouteAnswer trends_page(const RouteContext& context, const HttpRequest& request) {
  auto parameters = api::parse_query_string(request.query);
  if (!parameters) return problem_page(parameters.error());
  std::erase_if(*parameters, [](const api::Parameter& p) { return p.value.empty(); });
  const auto asked = api::read_trends_request(with_interval(*parameters), context.now);
  if (!asked) return problem_page(asked.error());
  const std::string canonical = "trends page " + api::canonical_form(*asked, context.now) + request.query +
                                std::string(embedded_file("page.html").hash);
  RouteAnswer answer = tagged_answer(context, request, canonical, [&]() -> RouteAnswer {
    const auto trends = api::find_trends(context.engine, *asked, context.now);
    if (!trends) return problem_page(api::to_problem(trends.error()));
    HttpResponse response =
        whole_page({"Terms over time", "/trends", "plain trends-page"}, render_trends(*parameters, *asked, *trends));
    if (!trends->is_exact) response.set_header("Cache-Control", "no-store");
    return response;
  });
  return answer ? std::move(answer) : RouteAnswer(problem_page(answer.error()));
}

} // namespace trawl::searchd
