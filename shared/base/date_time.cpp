// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/date_time.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace trawl {
namespace {

using namespace std::chrono;

/// Reads exactly `digits` digits at the front of `text` and drops them.
std::optional<int> take_number(std::string_view& text, std::size_t digits) {
  if (text.size() < digits) return std::nullopt;
  int value = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    if (text[i] < '0' || text[i] > '9') return std::nullopt;
    value = value * 10 + (text[i] - '0');
  }
  text.remove_prefix(digits);
  return value;
}

bool take(std::string_view& text, std::string_view any_of) {
  if (text.empty() || !any_of.contains(text.front())) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<sys_days> take_day(std::string_view& text) {
  const auto y = take_number(text, 4);
  if (!y || !take(text, "-")) return std::nullopt;
  const auto m = take_number(text, 2);
  if (!m || !take(text, "-")) return std::nullopt;
  const auto d = take_number(text, 2);
  if (!d) return std::nullopt;
  const year_month_day date{year{*y}, month{static_cast<unsigned>(*m)}, day{static_cast<unsigned>(*d)}};
  if (!date.ok()) return std::nullopt;
  return sys_days{date};
}

std::optional<minutes> take_offset(std::string_view& text) {
  if (take(text, "Zz")) return minutes{0};
  if (text.empty()) return std::nullopt;
  const int sign = text.front() == '-' ? -1 : 1;
  if (!take(text, "+-")) return std::nullopt;
  const auto h = take_number(text, 2);
  if (!h || *h > 23 || !take(text, ":")) return std::nullopt;
  const auto m = take_number(text, 2);
  if (!m || *m > 59) return std::nullopt;
  return minutes{sign * (*h * 60 + *m)};
}

// A year is written with four digits. std::chrono::year wraps beyond 32,767, so this clamps the moment, not the year.
Moment within_four_digits(Moment moment) {
  constexpr Moment kFirst = sys_days{year{0} / January / 1};
  constexpr Moment kLast = sys_days{year{9999} / December / 31} + hours{24} - seconds{1};
  return std::clamp(moment, kFirst, kLast);
}

/// Drops the fraction of a second, if there is one; false if it has no digits.
bool drop_fraction(std::string_view& text) {
  if (!take(text, ".")) return true;
  if (!take_number(text, 1)) return false;
  while (take_number(text, 1)) {
  }
  return true;
}

} // namespace

Moment now() { return floor<seconds>(system_clock::now()); }

std::string to_day(Moment moment) {
  const year_month_day date{floor<days>(within_four_digits(moment))};
  std::array<char, 48> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return buffer.data();
}

std::string to_rfc3339(Moment moment) {
  moment = within_four_digits(moment);
  const hh_mm_ss time{moment - floor<days>(moment)};
  std::array<char, 48> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "T%02d:%02d:%02dZ", static_cast<int>(time.hours().count()),
                static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()));
  return to_day(moment) + buffer.data();
}

sys_days day_of(const Date& date) { return floor<days>(date.time + date.offset); }

std::string to_text(const Date& date) {
  if (date.precision == DatePrecision::Day) return to_day(day_of(date));
  std::string text = to_rfc3339(date.time + date.offset);
  if (date.offset == minutes{0}) return text;
  text.pop_back();                   // the Z
  const hh_mm_ss clock{date.offset}; // without its sign
  std::array<char, 48> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%c%02d:%02d", clock.is_negative() ? '-' : '+',
                static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()));
  return text + buffer.data();
}

std::optional<Date> parse_rfc3339(std::string_view text) {
  const auto date = take_day(text);
  if (!date) return std::nullopt;
  if (text.empty()) return Date{*date, DatePrecision::Day};
  if (!take(text, "Tt ")) return std::nullopt;
  const auto h = take_number(text, 2);
  if (!h || *h > 23 || !take(text, ":")) return std::nullopt;
  const auto m = take_number(text, 2);
  if (!m || *m > 59 || !take(text, ":")) return std::nullopt;
  const auto s = take_number(text, 2);
  if (!s || *s > 60 || !drop_fraction(text)) return std::nullopt;
  const auto offset = take_offset(text);
  if (!offset || !text.empty()) return std::nullopt;
  return Date{*date + hours{*h} + minutes{*m} + seconds{std::min(*s, 59)} - *offset, DatePrecision::Second, *offset};
}

} // namespace trawl
