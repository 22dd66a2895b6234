// SPDX-License-Identifier: GPL-3.0-or-later
/// The dates of the query language: date:2026-04, date:2026-01..2026-03, date:>=2026-04-01, after:, before:, since:7d.
#pragma once

#include "shared/base/date_time.h"

#include <chrono>
#include <optional>
#include <string_view>

namespace trawl::query {

/// Publication dates. Periods of whole days compare with the day that the publisher printed, ages and times of day with
/// the moment. Each range begins inclusively and ends exclusively; any end may be open.
struct DateRange {
  std::optional<Moment> after = {}, before = {};
  std::optional<std::chrono::sys_days> first_day = {}, end_day = {};

  bool operator==(const DateRange&) const = default;
  bool is_open() const { return !after && !before && !first_day && !end_day; }
  bool contains(Moment moment, std::chrono::sys_days printed_day) const;
  /// Whether it ends before it begins.
  bool is_empty() const;
  /// The days that it covers or begins or ends in; nullopt: open. `past_days` is the day after the last one.
  std::optional<std::chrono::sys_days> first_of_days() const;
  std::optional<std::chrono::sys_days> past_days() const;
};

/// The dates in both ranges.
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
