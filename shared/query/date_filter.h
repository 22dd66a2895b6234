// SPDX-License-Identifier: GPL-3.0-or-later
/// The dates of the query language: date:2026-04, date:2026-01..2026-03, date:>=2026-04-01, after:, before:, since:7d.
#pragma once

#include "shared/base/date_time.h"

#include <optional>
#include <string_view>

namespace trawl::search {

/// Published at or after `after` and before `before`; either may be open.
struct DateRange {
  std::optional<Moment> after, before;

  bool operator==(const DateRange&) const = default;
  bool contains(Moment moment) const { return (!after || moment >= *after) && (!before || moment < *before); }
};

/// Both at once; nothing lies in it if they do not meet.
DateRange meet(const DateRange& a, const DateRange& b);

/// A day, month, year, ISO week (2026-W15), moment (RFC 3339), "today", "yesterday", or a time before `now` (7d; units
/// h d w m y, a month being 30 days, a year 365): from its begin to its end. nullopt if it is none of these.
std::optional<DateRange> parse_period(std::string_view text, Moment now);

/// The value of one of the fields date, after, before, since. after: and since: begin with the begin of the period,
/// before: ends there. nullopt for what is no date, and for a range that ends before it begins.
std::optional<DateRange> parse_date_filter(std::string_view field, std::string_view value, Moment now);

} // namespace trawl::search
