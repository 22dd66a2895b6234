// SPDX-License-Identifier: GPL-3.0-or-later
/// Tries the forms of a written date at one token. Part of parse_date.
#pragma once

#include "shared/text/dates/clock_time.h"
#include "shared/text/dates/names.h"
#include "shared/text/dates/tokens.h"

#include <chrono>
#include <optional>
#include <string_view>

namespace trawl::text::dates {

/// The context of a date: a feed's date element contains nothing else, so short forms are accepted there.
struct Reading {
  bool in_prose = false;     ///< two-digit years and months alone are not accepted
  std::string_view language; ///< for month names
  DayOrder order = DayOrder::Unknown;
};

struct WrittenDate {
  std::chrono::sys_days day{};
  std::optional<TimeOfDay> time;
  std::optional<Zone> zone;
  bool whole_day_known = true; ///< false for "Nov. 2020", which is read as its first day
  bool korean = false;         ///< written with Korean words
};

/// The date that begins at the cursor, with its time and zone if they follow; moves the cursor past them.
std::optional<WrittenDate> take_date(Cursor& cursor, const Reading& reading);

} // namespace trawl::text::dates
