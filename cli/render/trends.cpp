// SPDX-License-Identifier: GPL-3.0-or-later
// Queries over time: a table of shaded cells, and rows for programs.
#include "cli/render/render.h"
#include "cli/render/wording.h"
#include "shared/base/json.h"
#include "shared/base/terminal_text.h"

#include <algorithm>
#include <array>

namespace trawl::cli {
namespace {

constexpr std::size_t kCell = 7, kMostOfName = 24;

using Counts = std::vector<std::size_t>;

Counts counts_of(const Answer& trend) { return trend.value("counts", Answer::array()).get<Counts>(); }

/// "24-03", "24-W15", "04-08"; a year as it is.
std::string short_name(const std::string& interval) {
  return interval.size() == 4 ? interval : interval.substr(interval.size() == 10 ? 5 : 2);
}

/// Of the greatest share of the table, in quarters: nothing, then lighter to darker.
const char* shade(std::size_t count, std::size_t all, double most) {
  static constexpr std::array kShades{" ", "░", "▒", "▓", "█"};
  if (count == 0 || all == 0 || most <= 0) return kShades[0];
  const double share = static_cast<double>(count) / static_cast<double>(all) / most;
  return kShades.at(std::clamp<std::size_t>(static_cast<std::size_t>(share * 4 + 0.999), 1, 4));
}

std::string right(const std::string& text, std::size_t width) {
  return std::string(width > cells(text) ? width - cells(text) : 0, ' ') + text;
}

struct Columns {
  std::vector<std::string> intervals;
  std::size_t first = 0;      ///< that is shown
  std::size_t name_width = 0; ///< of the column with the queries
};

double greatest_share(const Answer& group) {
  const Counts all = counts_of(group.value("all", Answer::object()));
  double most = 0;
  for (const auto& trend : group.value("queries", Answer::array())) {
    const Counts counts = counts_of(trend);
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (all.at(i) > 0) most = std::max(most, static_cast<double>(counts[i]) / static_cast<double>(all[i]));
  }
  return most;
}

std::string row(const std::string& name, const Answer& trend, const Counts& all, const Columns& columns, double most,
                const Style& style) {
  const Counts counts = counts_of(trend);
  std::string out = padded(fit(safe_text(name), columns.name_width), columns.name_width);
  for (std::size_t i = columns.first; i < counts.size(); ++i) {
    const std::string count = counts[i] == 0 ? "·" : std::to_string(counts[i]);
    const std::string cell = right(count, kCell - 2) + " ";
    out +=
        (counts[i] == 0 ? dim(style, cell) : cell) + (most > 0 ? green(style, shade(counts[i], all.at(i), most)) : " ");
  }
  return out + bold(style, right(std::to_string(number_at(trend, "total")), kCell)) + "\n";
}

std::string table(const Answer& group, const Columns& columns, const Style& style) {
  const Answer all = group.value("all", Answer::object());
  std::string head = std::string(columns.name_width, ' ');
  for (std::size_t i = columns.first; i < columns.intervals.size(); ++i)
    head += right(short_name(columns.intervals[i]), kCell - 1) + " ";
  std::string out = dim(style, head + right("total", kCell)) + "\n";
  const double most = greatest_share(group);
  for (const auto& trend : group.value("queries", Answer::array()))
    out += row(text_at(trend, "q"), trend, counts_of(all), columns, most, style);
  return out + dim(style, row("all articles", all, counts_of(all), columns, 0, {}));
}

Columns columns_of(const Answer& trends, const Style& style) {
  Columns columns;
  columns.intervals = trends.value("intervals", Answer::array()).get<std::vector<std::string>>();
  columns.name_width = cells("all articles") + 1;
  for (const auto& trend : trends.value("queries", Answer::array()))
    columns.name_width = std::max(columns.name_width, std::min(cells(safe_text(text_at(trend, "q"))) + 1, kMostOfName));
  if (!style.terminal) return columns; // everything
  const std::size_t beside = columns.name_width + kCell;
  const std::size_t room = std::max<std::size_t>(1, (style.width - std::min(style.width, beside)) / kCell);
  columns.first = columns.intervals.size() - std::min(room, columns.intervals.size());
  return columns;
}

} // namespace

std::string trends_for_people(const Answer& trends, const Style& style) {
  if (trends.value("queries", Answer::array()).empty()) return "Nothing is rising.\n";
  const Columns columns = columns_of(trends, style);
  std::string out = trends.value("rising", false) ? "Rising:\n" : "";
  out += table(trends, columns, style);
  for (const auto& source : trends.value("sources", Answer::array()))
    out += "\n" + bold(style, safe_text(text_at(source, "label"))) + "\n" + table(source, columns, style);
  if (columns.first > 0)
    out += dim(style, "not shown: " + columns.intervals.front() + " – " + columns.intervals[columns.first - 1] +
                          "; --before shows them, --interval year all at once\n");
  return out;
}

std::string trends_for_programs(const Answer& trends, Format format, bool csv_safe, bool header) {
  const auto sources = trends.value("sources", Answer::array());
  const auto intervals = trends.value("intervals", Answer::array()).get<std::vector<std::string>>();
  std::string out;
  const auto add = [&](const std::string& source, std::vector<std::string> fields) {
    if (!sources.empty()) fields.insert(fields.begin(), source);
    out += table_row(fields, format, csv_safe);
  };
  const auto add_group = [&](const std::string& source, const Answer& group) {
    const Counts all = counts_of(group.value("all", Answer::object()));
    for (const auto& trend : group.value("queries", Answer::array())) {
      const Counts counts = counts_of(trend);
      for (std::size_t i = 0; i < intervals.size(); ++i)
        add(source, {text_at(trend, "q"), intervals[i], std::to_string(counts.at(i)), std::to_string(all.at(i))});
    }
  };
  if (header) add("source", {"query", "interval", "count", "all"});
  if (sources.empty()) add_group("", trends);
  for (const auto& source : sources) add_group(text_at(source, "value"), source);
  return out;
}

} // namespace trawl::cli
