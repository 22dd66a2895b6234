// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_links.h"
#include "searchd/page/page_view.h"
#include "shared/base/calendar.h"
#include "shared/base/html_escape.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace trawl::searchd {
namespace {

using namespace std::chrono;

// Twelve bars fit into the column and are wide enough for a finger.
constexpr std::size_t kShownBars = 12, kSinceYears = 4;
constexpr int kBarHeight = 44;
constexpr std::size_t kPlotHeight = 12, kPlotStep = 4;

struct Bar {
  std::string value; ///< "2026" or "2026-04"
  std::size_t count = 0;
};

bool is_month(const std::string& value) { return value.size() == 7; }

/// "April 2026" or "2026".
std::string long_name(const std::string& value) {
  if (!is_month(value)) return value;
  const auto month = static_cast<std::size_t>((value[5] - '0') * 10 + value[6] - '1');
  return std::string(kMonthNames.at(month)) + " " + value.substr(0, 4);
}

/// The label below a bar: "’26" or "A".
std::string short_name(const std::string& value) {
  return is_month(value) ? long_name(value).substr(0, 1) : "’" + value.substr(2);
}

/// "714", "2.6k": fits above a bar.
std::string short_number(std::size_t count) {
  if (count < 1'000) return std::to_string(count);
  const std::size_t tenths = count / 100;
  return count < 10'000 && tenths % 10 != 0 ? std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + "k"
                                            : std::to_string(tenths / 10) + "k";
}

/// The days that a date filter spans; without one of its ends, those of the whole histogram.
struct Span {
  std::string first, past; ///< "2026-04-01"; `past` is the first day after it
};

Span span_of(const ResultsView& view) {
  const query::DateRange& dates = view.response.filters.dates;
  const auto first = dates.first_of_days();
  return {first ? to_day(*first) : "0000-01-01", to_day(dates.past_days().value_or(floor<days>(view.now) + days{1}))};
}

/// The year that the histogram shows by month: that of a date filter within one year; empty if it shows years.
std::string zoomed_year(const ResultsView& view, const std::vector<search::DateBucket>& months) {
  if (months.front().value.size() < 7) return {}; // too many years for monthly buckets
  if (!view.response.filters.dates.is_open()) {
    const Span span = span_of(view);
    const auto last = parse_rfc3339(span.past);
    const std::string year = span.first.substr(0, 4);
    if (last && to_day(last->time - days{1}).substr(0, 4) == year) return year;
  }
  const std::string first = months.front().value.substr(0, 4);
  return months.back().value.starts_with(first) ? first : "";
}

/// The twelve months of a year.
std::vector<Bar> month_bars(const std::vector<search::DateBucket>& months, const std::string& year) {
  std::vector<Bar> bars;
  for (unsigned month = 1; month <= 12; ++month) {
    const std::string value = year + (month < 10 ? "-0" : "-") + std::to_string(month);
    const auto found = std::ranges::find(months, value, &search::DateBucket::value);
    bars.push_back({value, found == months.end() ? 0 : found->count});
  }
  return bars;
}

/// The last years, including those without articles.
std::vector<Bar> year_bars(const std::vector<search::DateBucket>& months) {
  std::vector<Bar> bars;
  for (const search::DateBucket& month : months) {
    const std::string year = month.value.substr(0, 4);
    if (bars.empty() || bars.back().value != year) bars.push_back({year, 0});
    bars.back().count += month.count;
  }
  if (bars.size() > kShownBars) bars.erase(bars.begin(), bars.end() - kShownBars);
  return bars;
}

/// Whether a date filter chooses this bar or a part of it, and not all bars.
bool is_bar_chosen(const ResultsView& view, const Bar& bar, const std::string& year) {
  if (view.response.filters.dates.is_open()) return false;
  const Span span = span_of(view);
  const auto [whole_first, whole_past] = days_of_bucket(year);
  if (!year.empty() && span.first <= whole_first && span.past >= whole_past) return false;
  const auto [first, past] = days_of_bucket(bar.value);
  return first < span.past && past > span.first;
}

/// Two fields for the days, and links that leave the end open.
std::string render_range(const ResultsView& view, const std::vector<Bar>& bars, const std::string& year) {
  const query::DateRange& dates = view.response.filters.dates;
  const auto first = dates.first_of_days(), past = dates.past_days();
  std::string out = "<form class=\"range\" action=\"/\">";
  for (const api::Parameter& parameter : without_dates(view.parameters))
    out += "<input type=\"hidden\" name=\"" + html_escape(parameter.name) + "\" value=\"" +
           html_escape(parameter.value) + "\">";
  out += "<label>From <input type=\"date\" name=\"after\" value=\"" + (first ? to_day(*first) : "") +
         "\"></label> <label>before <input type=\"date\" name=\"before\" value=\"" + (past ? to_day(*past) : "") +
         "\"></label> <button class=\"quiet-button\">Set</button></form>\n<p class=\"wider picks\">";
  for (const auto& [age, label] : {std::pair{"7d", "Last week"}, {"1m", "Last month"}, {"1y", "Last year"}})
    out += "<a href=\"" + open_end_link(view.parameters, "since", age) + "#filters\">" + label + "</a> ";
  std::size_t shown = 0;
  for (std::size_t i = bars.size(); i-- > 0 && year.empty() && shown < kSinceYears;) {
    if (bars[i].count == 0) continue;
    ++shown;
    out += "<a href=\"" + open_end_link(view.parameters, "after", bars[i].value + "-01-01") + "#filters\">Since " +
           bars[i].value + "</a> ";
  }
  return out + "</p>";
}

} // namespace

std::string histogram_bar(const HistogramBar& bar, std::size_t most, const std::string& link, bool is_chosen) {
  // The square root: one great bar does not erase the others, and more is still higher.
  const double share = std::sqrt(static_cast<double>(bar.count) / static_cast<double>(most));
  const int height = bar.count == 0 ? 0 : std::max(2, static_cast<int>(std::round(kBarHeight * share)));
  const std::string words =
      bar.long_name + ": " + grouped_digits(bar.count) + (bar.count == 1 ? " article" : " articles");
  // The style writes the short name below the bar, where screen readers do not repeat it.
  const std::string drawing =
      "<span class=\"number\" aria-hidden=\"true\">" + (bar.count == 0 ? "" : short_number(bar.count)) +
      "</span><svg viewBox=\"0 0 10 44\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect y=\"" +
      std::to_string(kBarHeight - height) + "\" width=\"10\" height=\"" + std::to_string(height) +
      "\"/></svg><span class=\"name\" data-name=\"" + bar.short_name + "\"><span class=\"said\">" + words +
      "</span></span>";
  if (bar.count == 0 && !is_chosen) return "<li><span class=\"none\">" + drawing + "</span></li>";
  return std::string("<li") + (is_chosen ? " class=\"chosen\"" : "") + "><a href=\"" + link + "\" title=\"" + words +
         "\"" + (is_chosen ? " aria-current=\"true\"" : "") + ">" + drawing + "</a></li>";
}

std::string plot(const std::vector<std::size_t>& counts, std::size_t most) {
  if (counts.empty()) return {};
  if (most == 0) most = std::max<std::size_t>(1, std::ranges::max(counts));
  std::string path;
  for (std::size_t at = 0; at < counts.size(); ++at) {
    const std::size_t height = (counts[at] * kPlotHeight + most - 1) / most;
    if (height > 0)
      path += "M" + std::to_string(at * kPlotStep) + " " + std::to_string(kPlotHeight) + "v-" + std::to_string(height) +
              "h" + std::to_string(kPlotStep - 1) + "v" + std::to_string(height);
  }
  return "<svg class=\"plot\" viewBox=\"0 0 " + std::to_string(counts.size() * kPlotStep) + " " +
         std::to_string(kPlotHeight) + "\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><path d=\"" + path +
         "\"/></svg>";
}

std::string render_histogram(const ResultsView& view) {
  if (!view.response.dates || view.response.dates->values.empty()) return {};
  const std::vector<search::DateBucket>& months = view.response.dates->values;
  const std::string year = zoomed_year(view, months);
  const std::vector<Bar> bars = year.empty() ? year_bars(months) : month_bars(months, year);
  std::size_t most = 1;
  for (const Bar& bar : bars) most = std::max(most, bar.count);
  std::string out = "<section class=\"facet dates\" aria-labelledby=\"dates-h\"><h2 id=\"dates-h\">Published" +
                    (year.empty() ? "" : " in " + year) + "</h2><ul class=\"histogram\">";
  for (const Bar& bar : bars) {
    out += histogram_bar({long_name(bar.value), short_name(bar.value), bar.count}, most,
                         bucket_link(view.parameters, bar.value) + "#filters", is_bar_chosen(view, bar, year));
  }
  out += "</ul>";
  if (!view.response.filters.dates.is_open()) {
    out += "<p class=\"wider\"><a href=\"" + any_time_link(view.parameters) + "#filters\">All years</a>";
    const std::string whole = year.empty() ? "" : bucket_link(view.parameters, year);
    const bool is_within = std::ranges::any_of(bars, [&](const Bar& bar) { return is_bar_chosen(view, bar, year); });
    if (!year.empty() && is_within) out += " <a href=\"" + whole + "#filters\">All of " + year + "</a>";
    out += "</p>";
  }
  out += render_range(view, bars, year);
  if (view.response.dates->missing > 0) {
    out += "<p class=\"quiet\">" + grouped_digits(view.response.dates->missing) + " without a date</p>";
  }
  return out + "</section>\n";
}

} // namespace trawl::searchd
