// SPDX-License-Identifier: GPL-3.0-or-later
/// Moments in UTC and their RFC 3339 text. Lenient reading of the dates of feeds and pages is in
/// shared/text/dates/parse_date.h.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace trawl {

using Moment = std::chrono::sys_seconds;

/// Functions that need the time get a Clock, so that tests can choose it.
using Clock = std::function<Moment()>;

/// The system's clock.
Moment now();

enum class DatePrecision : std::uint8_t { Day, Second };

/// A date as it was written: a moment, and the day that the writer's clock showed then, which may differ from the day
/// in UTC. With Day, only the day is known: the time of day is 00:00:00 and has no meaning.
struct Date {
  Moment time{};
  DatePrecision precision = DatePrecision::Second;
  std::chrono::minutes offset{0}; ///< of the writer's clock from UTC; 0 if it is not known

  auto operator<=>(const Date&) const = default;
};

/// The day that was written.
std::chrono::sys_days day_of(const Date& date);

/// "2026-04-08T09:30:00Z". A moment outside the years 0 to 9999 is clamped to them.
std::string to_rfc3339(Moment moment);

/// "2026-04-08", clamped likewise.
std::string to_day(Moment moment);

/// By the writer's clock: "2026-04-08" or "2026-04-08T02:30:00-07:00", by the precision. It begins with the written
/// day.
std::string to_text(const Date& date);

/// Reads RFC 3339 ("2026-04-08T09:30:00.5+02:00"; a space instead of the T is allowed) and "2026-04-08"; nothing else.
std::optional<Date> parse_rfc3339(std::string_view text);

} // namespace trawl
