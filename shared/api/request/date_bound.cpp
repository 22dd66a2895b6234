// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/request/date_bound.h"

#include <charconv>
#include <chrono>
#include <string>

namespace trawl::api {
namespace {

using namespace std::chrono;

struct Age {
  int count = 0;
  char unit = 'd';
};

std::optional<Age> parse_count_and_unit(std::string_view text) {
  if (text.size() < 2 || text.size() > 5) return std::nullopt;
  Age age{0, text.back()};
  text.remove_suffix(1);
  const auto result = std::from_chars(text.data(), text.data() + text.size(), age.count);
  if (result.ec != std::errc{} || result.ptr != text.data() + text.size() || age.count < 0) return std::nullopt;
  return age;
}

/// The same day some months ago; the month's last day where that month is shorter.
sys_days months_before(sys_days day, int count) {
  const year_month_day date{day};
  const year_month month = year_month{date.year(), date.month()} - months{count};
  const year_month_day same{month.year(), month.month(), date.day()};
  return same.ok() ? sys_days{same} : sys_days{month / last};
}

} // namespace

std::optional<Moment> parse_bound(std::string_view text) {
  std::string whole(text);
  if (text.size() == 4) whole += "-01-01";
  if (text.size() == 7) whole += "-01";
  const auto date = parse_rfc3339(whole);
  if (!date) return std::nullopt;
  return date->time;
}

std::optional<Moment> parse_age(std::string_view text, Moment now) {
  const auto age = parse_count_and_unit(text);
  if (!age) return std::nullopt;
  const sys_days today = floor<days>(now);
  switch (age->unit) {
  case 'h':
    return floor<minutes>(now) - hours{age->count};
  case 'd':
    return today - days{age->count};
  case 'w':
    return today - weeks{age->count};
  case 'm':
    return months_before(today, age->count);
  case 'y':
    return months_before(today, 12 * age->count);
  default:
    return std::nullopt;
  }
}

std::optional<seconds> parse_window(std::string_view text) {
  const auto age = parse_count_and_unit(text);
  if (!age || age->count == 0) return std::nullopt;
  switch (age->unit) {
  case 'h':
    return hours{age->count};
  case 'd':
    return days{age->count};
  case 'w':
    return weeks{age->count};
  default:
    return std::nullopt;
  }
}

} // namespace trawl::api
