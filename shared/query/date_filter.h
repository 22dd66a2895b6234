// SPDX-License-Identifier: GPL-3.0-or-later
/// The dates of the query language: date:2026-04, date:2026-01..2026-03, date:>=2026-04-01, after:, before:, since:7d.
#pragma once

#include "shared/base/date_time.h"

#include <optional>
#include <string_view>

namespace trawl::query {

/// Publication dates from `after` (inclusive) to `before` (exclusive); either may be open.
struct DateRange {
  std::optional<Moment> after, before;

  bool operator==(const DateRange&) const = default;
  bool contains(Moment moment) const { return (!after || moment >= *after) && (!before || moment < *before); }
};

/// The moments in both ranges; empty (`after` not before `before`) if there are none.
DateRange intersection(const DateRange& a, const DateRange& b);

/// The period that a text names, from its beginning to its end: a day, month, year, ISO week (2026-W15), moment
/// (RFC 3339), "today", "yesterday", or an age up to `now` (age.h). nullopt for anything else. The query language, the
/// API's parameters and the options of the command line read dates here.
std::optional<DateRange> parse_period(std::string_view text, Moment now);

/// The range that field:value means, with one of the fields date, after, before and since. after: and since: take
/// everything from the beginning of the period on, before: everything earlier. nullopt if the value is not a date, and
/// for a range that ends before it begins.
std::optional<DateRange> parse_date_filter(std::string_view field, std::string_view value, Moment now);

} // namespace trawl::query
