// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/age.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

namespace trawl::query {
namespace {

constexpr std::size_t kMaxAgeDigits = 4;
constexpr std::array<std::string_view, 5> kUnits{"hours", "days", "weeks", "months", "years"};

std::chrono::sys_days months_before(std::chrono::sys_days day, int count) {
  using namespace std::chrono;
  const year_month_day date{day};
  const year_month month = year_month{date.year(), date.month()} - months{count};
  const year_month_day same{month.year(), month.month(), date.day()};
  return same.ok() ? sys_days{same} : sys_days{month / last};
}

} // namespace

std::optional<Age> parse_age(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || digits > kMaxAgeDigits) return std::nullopt;
  const std::string_view unit = text.substr(digits);
  const auto known = std::ranges::find_if(kUnits, [unit](std::string_view name) {
    return !unit.empty() && (unit == name.substr(0, 1) || unit == name || unit == name.substr(0, name.size() - 1));
  });
  if (known == kUnits.end()) return std::nullopt;
  Age age{0, known->front()};
  std::from_chars(text.data(), text.data() + digits, age.count);
  return age;
}

Moment moment_before(const Age& age, Moment now) {
  using namespace std::chrono;
  const sys_days today = floor<days>(now);
  switch (age.unit) {
  case 'h':
    return floor<minutes>(now) - hours{age.count};
  case 'd':
    return today - days{age.count};
  case 'w':
    return today - weeks{age.count};
  default:
    return months_before(today, age.unit == 'y' ? 12 * age.count : age.count);
  }
}

} // namespace trawl::query
