// SPDX-License-Identifier: GPL-3.0-or-later
/// Dates, ages and time windows as parameters write them.
#pragma once

#include "shared/base/date_time.h"

#include <chrono>
#include <optional>
#include <string_view>

namespace trawl::api {

/// The beginning of "2026", "2026-04", "2026-04-08", or an RFC 3339 moment.
std::optional<Moment> parse_bound(std::string_view text);

/// The moment that is "12h", "7d", "2w", "3m" or "1y" before `now` (shared/query/age.h).
std::optional<Moment> parse_age(std::string_view text, Moment now);

/// The longest window for trending words.
inline constexpr std::chrono::seconds kMaxTrendingWindow = std::chrono::days{90};

/// The length of "48h", "7d" or "2w". Months and years have no fixed length and are not accepted.
std::optional<std::chrono::seconds> parse_window(std::string_view text);

} // namespace trawl::api
