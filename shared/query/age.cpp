// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/age.h"

#include <charconv>
#include <chrono>

namespace trawl::query {
namespace {

constexpr std::size_t kMaxAgeDigits = 4;

std::chrono::sys_days months_before(std::chrono::sys_days day, int count) {
  using namespace std::chrono;
  const year_month_day date{day};
  const year_month month = year_month{date.year(), date.month()} - months{count};
  const year_month_day same{month.year(), month.month(), date.day()};
  return same.ok() ? sys_days{same} : sys_days{month / last};
}

} // namespace

std::optional<Age> parse_age(std::string_view text) {
  if (text.size() < 2 || text.size() > kMaxAgeDigits + 1) return std::nullopt;
  Age age{0, text.back()};
  text.remove_suffix(1);
  const auto result = std::from_chars(text.data(), text.data() + text.size(), age.count);
  if (result.ec != std::errc{} || result.ptr != text.data() + text.size() || age.count < 0) return std::nullopt;
  if (!std::string_view("hdwmy").contains(age.unit)) return std::nullopt;
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
