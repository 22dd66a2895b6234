// SPDX-License-Identifier: GPL-3.0-or-later
/// The forms of a written date, tried at one token. Part of date_parse.
#pragma once

#include "shared/text/date_parse_names.h"
#include "shared/text/date_parse_time.h"
#include "shared/text/date_parse_tokens.h"

#include <chrono>
#include <optional>
#include <string_view>

namespace trawl::text::dates {

/// What the text around is: a feed's date element holds a date and nothing else, so short forms can be believed there.
struct Reading {
  bool in_prose = false;     ///< two-digit years and lone months are not believed
  std::string_view language; ///< for month names
  DayOrder order = DayOrder::Unknown;
};

struct WrittenDate {
  std::chrono::sys_days day{};
  std::optional<TimeOfDay> time;
  std::optional<Zone> zone;
  bool whole_day_known = true; ///< false for "Nov. 2020", which is told as its first day
  bool korean = false;         ///< written with Korean words
};

/// The date that begins at the cursor, with its time and zone where they follow; the cursor is then behind them.
std::optional<WrittenDate> take_date(Cursor& cursor, const Reading& reading);

} // namespace trawl::text::dates
