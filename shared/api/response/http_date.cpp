// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/http_date.h"

#include "shared/base/calendar.h"

#include <array>
#include <chrono>
#include <cstdio>

namespace trawl::api {

std::string to_http_date(Moment moment) {
  using namespace std::chrono;
  constexpr std::array<const char*, 7> kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  const sys_days day = floor<days>(moment);
  const year_month_day date{day};
  const hh_mm_ss time{moment - day};
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%s, %02u %.3s %04d %02d:%02d:%02d GMT",
                kDays.at(weekday{day}.c_encoding()), static_cast<unsigned>(date.day()), short_name(date.month()).data(),
                static_cast<int>(date.year()), static_cast<int>(time.hours().count()),
                static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()));
  return buffer.data();
}

} // namespace trawl::api
