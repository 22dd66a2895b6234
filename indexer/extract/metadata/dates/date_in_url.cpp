// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/dates/date_in_url.h"

#include <array>
#include <cstddef>
#include <string>

#include "shared/base/ascii.h"

namespace trawl::extract {
namespace {

using std::chrono::sys_days;

using ascii::is_digit;

/// Reads a number of `least` to `most` digits at `at` and moves `at` past it; nullopt if more digits follow.
std::optional<int> take_number(std::string_view text, std::size_t& at, std::size_t least, std::size_t most) {
  std::size_t end = at;
  int value = 0;
  while (end < text.size() && end - at < most && is_digit(text[end])) value = value * 10 + (text[end++] - '0');
  if (end - at < least || (end < text.size() && is_digit(text[end]))) return std::nullopt;
  at = end;
  return value;
}

/// Reads an English month name: "nov", "october".
std::optional<int> take_month_name(std::string_view text, std::size_t& at) {
  constexpr std::array<std::string_view, 12> kMonths = {"january",   "february", "march",    "april",
                                                        "may",       "june",     "july",     "august",
                                                        "september", "october",  "november", "december"};
  std::size_t end = at;
  while (end < text.size() && ascii::is_alpha(text[end])) ++end;
  const std::string word = ascii::to_lower(text.substr(at, end - at));
  for (std::size_t i = 0; i < kMonths.size(); ++i) {
    if (word != kMonths[i] && word != kMonths[i].substr(0, 3)) continue;
    at = end;
    return static_cast<int>(i) + 1;
  }
  return std::nullopt;
}

std::optional<Date> day_from(int year, int month, int day) {
  const std::chrono::year_month_day ymd{std::chrono::year{year}, std::chrono::month{static_cast<unsigned>(month)},
                                        std::chrono::day{static_cast<unsigned>(day)}};
  if (!ymd.ok() || year < 1990 || year > 2100) return std::nullopt;
  return Date{sys_days{ymd}, DatePrecision::Day};
}

bool is_separator(char c) { return c == '/' || c == '-' || c == '_' || c == '.'; }

/// "20240501".
std::optional<Date> take_joined(std::string_view url, std::size_t at) {
  const auto number = take_number(url, at, 8, 8);
  return number ? day_from(*number / 10'000, *number / 100 % 100, *number % 100) : std::nullopt;
}

/// "2024/05/01", "2024-5-1", "2024/may/01".
std::optional<Date> take_year_first(std::string_view url, std::size_t at) {
  const auto year = take_number(url, at, 4, 4);
  if (!year || at >= url.size() || !is_separator(url[at])) return std::nullopt;
  const char separator = url[at++];
  auto month = take_number(url, at, 1, 2);
  if (!month) month = take_month_name(url, at);
  if (!month || at >= url.size() || url[at++] != separator) return std::nullopt;
  const auto day = take_number(url, at, 1, 2);
  return day ? day_from(*year, *month, *day) : std::nullopt;
}

/// "29-10-2021"; only if the first number cannot be a month.
std::optional<Date> take_day_first(std::string_view url, std::size_t at) {
  const auto day = take_number(url, at, 2, 2);
  if (!day || *day <= 12 || at >= url.size() || !is_separator(url[at])) return std::nullopt;
  const char separator = url[at++];
  const auto month = take_number(url, at, 2, 2);
  if (!month || at >= url.size() || url[at++] != separator) return std::nullopt;
  const auto year = take_number(url, at, 4, 4);
  return year ? day_from(*year, *month, *day) : std::nullopt;
}

} // namespace

std::optional<Date> date_in_url(std::string_view url) {
  const auto scheme = url.find("://");
  const auto path = url.find('/', scheme == std::string_view::npos ? 0 : scheme + 3);
  if (path == std::string_view::npos) return std::nullopt;
  for (std::size_t at = path + 1; at < url.size(); ++at) {
    if (!is_digit(url[at]) || is_digit(url[at - 1])) continue; // not the beginning of a number
    for (const auto form : {take_joined, take_year_first, take_day_first}) {
      if (auto date = form(url, at)) return date;
    }
  }
  return std::nullopt;
}

} // namespace trawl::extract
