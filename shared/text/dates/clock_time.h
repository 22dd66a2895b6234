// SPDX-License-Identifier: GPL-3.0-or-later
/// The time of day and the zone of a written date. Part of parse_date.
#pragma once

#include "shared/base/date_time.h"
#include "shared/text/dates/tokens.h"

#include <chrono>
#include <optional>
#include <string>

namespace trawl::text::dates {

struct TimeOfDay {
  std::chrono::seconds since_midnight{0}; ///< 24:00:00 is 86,400
  bool korean = false;                    ///< written with Korean words
};

/// Which short forms are accepted.
struct TimeForms {
  bool dotted = false; ///< "9.30", after "um" or "kl."
  bool basic = false;  ///< "0930", after a "T"
};

/// Reads a time at the cursor ("9:30", "09:30:15.250", "3:09 p.m.", "9h30", "9 Uhr", "오후 3시 9분"). On nullopt the
/// cursor has not moved.
std::optional<TimeOfDay> take_time(Cursor& cursor, TimeForms forms = {});

/// A fixed offset, or the name of an IANA zone whose rules give it.
struct Zone {
  std::chrono::minutes offset{0};
  std::string iana;
};

/// Reads a zone at the cursor: "Z", "+0200", "GMT-07:00", "EST", "PT", "America/Los_Angeles". On nullopt the cursor has
/// not moved.
std::optional<Zone> take_zone(Cursor& cursor);

/// The moment at which clocks in `zone` show `local`; nullopt if there is no such zone.
std::optional<Moment> to_utc(Moment local, const Zone& zone);

} // namespace trawl::text::dates
