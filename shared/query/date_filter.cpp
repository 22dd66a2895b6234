// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/date_filter.h"

#include "shared/base/calendar.h"
#include "shared/query/age.h"

#include <algorithm>
#include <charconv>
#include <chrono>

namespace trawl::query {
namespace {

using std::chrono::days;
using std::chrono::sys_days;

std::optional<int> digits(std::string_view text, std::size_t begin, std::size_t count) {
  if (text.size() < begin + count) return std::nullopt;
  int value = 0;
  const char* const first = text.data() + begin;
  const auto [end, error] = std::from_chars(first, first + count, value);
  if (error != std::errc() || end != first + count || *first == '-') return std::nullopt;
  return value;
}

std::optional<DateRange> from_days(sys_days begin, sys_days end) { return DateRange{Moment(begin), Moment(end)}; }

/// 2026, 2026-04, 2026-W15.
std::optional<DateRange> year_month_or_week(std::string_view text) {
  const auto year_number = digits(text, 0, 4);
  if (!year_number) return std::nullopt;
  const std::chrono::year year{*year_number};
  if (text.size() == 4) return from_days(year / 1 / 1, (year + std::chrono::years(1)) / 1 / 1);
  if (text[4] != '-') return std::nullopt;
  if (text.size() == 7) {
    const auto month = digits(text, 5, 2);
    if (!month || *month < 1 || *month > 12) return std::nullopt;
    const auto first = year / static_cast<unsigned>(*month) / 1;
    return from_days(first, first + std::chrono::months(1));
  }
  if (text.size() != 8 || (text[5] != 'W' && text[5] != 'w')) return std::nullopt;
  const auto week = digits(text, 6, 2);
  if (!week || *week < 1) return std::nullopt;
  const sys_days monday = first_monday(year) + days(7 * (*week - 1));
  if (monday >= first_monday(year + std::chrono::years(1))) return std::nullopt; // most years have 52 weeks
  return from_days(monday, monday + days(7));
}

/// >=, >, <=, <, = before a period.
std::optional<DateRange> comparison(std::string_view value, Moment now) {
  const bool or_equal = value.size() > 1 && value[1] == '=';
  const auto period = parse_period(value.substr(or_equal ? 2 : 1), now);
  if (!period) return std::nullopt;
  switch (value[0]) {
  case '>':
    return DateRange{or_equal ? period->after : period->before, std::nullopt};
  case '<':
    return DateRange{std::nullopt, or_equal ? period->before : period->after};
  default:
    return period;
  }
}

std::optional<DateRange> parse_date(std::string_view value, Moment now) {
  if (value.empty()) return std::nullopt;
  if (value[0] == '>' || value[0] == '<' || value[0] == '=') return comparison(value, now);
  const std::size_t dots = value.find("..");
  if (dots == std::string_view::npos) return parse_period(value, now);
  const std::string_view from = value.substr(0, dots);
  const std::string_view to = value.substr(dots + 2);
  DateRange range;
  if (!from.empty()) {
    const auto period = parse_period(from, now);
    if (!period) return std::nullopt;
    range.after = period->after;
  }
  if (!to.empty()) {
    const auto period = parse_period(to, now);
    if (!period) return std::nullopt;
    range.before = period->before;
  }
  if (from.empty() && to.empty()) return std::nullopt;
  return range;
}

} // namespace

DateRange intersection(const DateRange& a, const DateRange& b) {
  DateRange out = a;
  if (b.after && (!out.after || *b.after > *out.after)) out.after = b.after;
  if (b.before && (!out.before || *b.before < *out.before)) out.before = b.before;
  return out;
}

std::optional<DateRange> parse_period(std::string_view text, Moment now) {
  const sys_days today = std::chrono::floor<days>(now);
  if (text == "today") return from_days(today, today + days(1));
  if (text == "yesterday") return from_days(today - days(1), today);
  if (const auto age = parse_age(text)) return DateRange{moment_before(*age, now), now + std::chrono::seconds(1)};
  if (const auto period = year_month_or_week(text)) return period;
  const auto date = parse_rfc3339(text);
  if (!date) return std::nullopt;
  const std::chrono::seconds length = date->precision == DatePrecision::Day ? days(1) : std::chrono::seconds(1);
  return DateRange{date->time, date->time + length};
}

std::optional<DateRange> parse_date_filter(std::string_view field, std::string_view value, Moment now) {
  std::optional<DateRange> range;
  if (field == "date") {
    range = parse_date(value, now);
  } else if (const auto period = parse_period(value, now)) {
    range = field == "before" ? DateRange{std::nullopt, period->after} : DateRange{period->after, std::nullopt};
  }
  if (range && range->after && range->before && *range->after >= *range->before) return std::nullopt;
  return range;
}

} // namespace trawl::query
