// SPDX-License-Identifier: GPL-3.0-or-later
/// Dates, ages and time windows as parameters write them.
#pragma once

#include "shared/base/date_time.h"

#include <optional>
#include <string_view>

namespace trawl::api {

/// The beginning of "2026", "2026-04", "2026-04-08", or an RFC 3339 moment.
std::optional<Moment> parse_bound(std::string_view text);

/// `now` minus "12h", "7d", "2w", "3m", "1y" (hours, days, weeks, months, years; at most 4 digits), rounded down to the
/// minute for hours and to the day otherwise.
std::optional<Moment> parse_age(std::string_view text, Moment now);

/// The length of "48h", "7d" or "2w". Months and years have no fixed length and are not accepted.
std::optional<std::chrono::seconds> parse_window(std::string_view text);

} // namespace trawl::api
