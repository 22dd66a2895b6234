// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/date_filter.h"

#include "shared/base/calendar.h"
#include "shared/base/whole_number.h"
#include "shared/query/age.h"

#include <algorithm>
#include <chrono>

namespace trawl::query {
namespace {

using std::chrono::days;
using std::chrono::sys_days;

std::optional<int> digits(std::string_view text, std::size_t begin, std::size_t count) {
  if (text.size() < begin + count) return std::nullopt;
  return whole_number<std::uint16_t>(text.substr(begin, count)); // unsigned: a minus is no digit
}

std::optional<DateRange> from_days(sys_days begin, sys_days end) {
  return DateRange{.first_day = begin, .end_day = end};
}

/// From the beginning of a period on.
DateRange from_beginning(const DateRange& period) { return {.after = period.after, .first_day = period.first_day}; }
/// Until the end of a period.
DateRange to_end(const DateRange& period) { return {.before = period.before, .end_day = period.end_day}; }
DateRange before_beginning(const DateRange& period) { return {.before = period.after, .end_day = period.first_day}; }
DateRange after_end(const DateRange& period) { return {.after = period.before, .first_day = period.end_day}; }

/// The later or earlier of two bounds, of which either may be missing.
template <typename Bound, typename Choose>
std::optional<Bound> chosen(const std::optional<Bound>& a, const std::optional<Bound>& b, Choose choose) {
  return a && b ? std::optional(choose(*a, *b)) : a ? a : b;
}
constexpr auto kLater = [](auto a, auto b) { return std::max(a, b); };
constexpr auto kEarlier = [](auto a, auto b) { return std::min(a, b); };

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
    return or_equal ? from_beginning(*period) : after_end(*period);
  case '<':
    return or_equal ? to_end(*period) : before_beginning(*period);
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
    range = from_beginning(*period);
  }
  if (!to.empty()) {
    const auto period = parse_period(to, now);
    if (!period) return std::nullopt;
    range = intersection(range, to_end(*period));
  }
  if (from.empty() && to.empty()) return std::nullopt;
  return range;
}

} // namespace

bool DateRange::contains(Moment moment, sys_days printed_day) const {
  return (!after || moment >= *after) && (!before || moment < *before) && (!first_day || printed_day >= *first_day) &&
         (!end_day || printed_day < *end_day);
}

bool DateRange::is_empty() const {
  const auto first = first_of_days(), past = past_days();
  return (after && before && *after >= *before) || (first && past && *first >= *past);
}

std::optional<sys_days> DateRange::first_of_days() const {
  return chosen(first_day, after ? std::optional(std::chrono::floor<days>(*after)) : std::nullopt, kLater);
}

std::optional<sys_days> DateRange::past_days() const {
  return chosen(end_day, before ? std::optional(std::chrono::ceil<days>(*before)) : std::nullopt, kEarlier);
}

DateRange intersection(const DateRange& a, const DateRange& b) {
  return {chosen(a.after, b.after, kLater), chosen(a.before, b.before, kEarlier),
          chosen(a.first_day, b.first_day, kLater), chosen(a.end_day, b.end_day, kEarlier)};
}

std::optional<DateRange> parse_period(std::string_view text, Moment now) {
  const sys_days today = std::chrono::floor<days>(now);
  if (text == "today") return from_days(today, today + days(1));
  if (text == "yesterday") return from_days(today - days(1), today);
  if (const auto age = parse_age(text)) return DateRange{moment_before(*age, now), now + std::chrono::seconds(1)};
  if (const auto period = year_month_or_week(text)) return period;
  const auto date = parse_rfc3339(text);
  if (!date) return std::nullopt;
  if (date->precision == DatePrecision::Day) return from_days(day_of(*date), day_of(*date) + days(1));
  return DateRange{date->time, date->time + std::chrono::seconds(1)};
}

std::optional<DateRange> parse_date_filter(std::string_view field, std::string_view value, Moment now) {
  std::optional<DateRange> range;
  if (field == "date") {
    range = parse_date(value, now);
  } else if (const auto period = parse_period(value, now)) {
    range = field == "before" ? before_beginning(*period) : from_beginning(*period);
  }
  return range && range->is_empty() ? std::nullopt : range;
}

} // namespace trawl::query
