// SPDX-License-Identifier: GPL-3.0-or-later
/// What the standard library's calendar lacks: the names of months in English, and the weeks of ISO 8601.
#pragma once

#include <array>
#include <chrono>
#include <string_view>

namespace trawl {

/// From January; HTTP (RFC 9110, 5.6.7) and the short forms shown take the first three letters.
inline constexpr std::array<std::string_view, 12> kMonthNames = {"January",   "February", "March",    "April",
                                                                 "May",       "June",     "July",     "August",
                                                                 "September", "October",  "November", "December"};

/// The first three letters of a month's name.
constexpr std::string_view short_name(std::chrono::month month) {
  return kMonthNames.at(static_cast<unsigned>(month) - 1).substr(0, 3);
}

/// The Monday of a year's first week, which is the week that contains 4 January (ISO 8601).
constexpr std::chrono::sys_days first_monday(std::chrono::year year) {
  const std::chrono::sys_days fourth = year / 1 / 4;
  return fourth - (std::chrono::weekday(fourth) - std::chrono::Monday);
}

} // namespace trawl
