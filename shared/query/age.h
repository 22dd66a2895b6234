// SPDX-License-Identifier: GPL-3.0-or-later
/// Ages: "12h", "7d", "2w", "3m", "1y".
#pragma once

#include "shared/base/date_time.h"

#include <optional>
#include <string_view>

namespace trawl::query {

struct Age {
  int count = 0;
  char unit = 'd'; ///< h d w m y: hours, days, weeks, months, years
};

/// One to four digits and a unit, or its name: "3days", "1week". nullopt for anything else.
std::optional<Age> parse_age(std::string_view text);

/// `now` minus the age, rounded down to the minute for hours and to the day otherwise. A month ago is the same day of
/// the month before, or its last day if it is shorter.
Moment moment_before(const Age& age, Moment now);

} // namespace trawl::query
