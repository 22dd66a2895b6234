// SPDX-License-Identifier: GPL-3.0-or-later
/// Tables of the words in dates: month names in many languages, the short words between the parts, time zone names.
/// Part of parse_date. Month names follow the Unicode CLDR, with the other spellings that feeds and pages use.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace trawl::text::dates {

/// 1 to 12 for a folded month name; `language` decides where a name means two months (Croatian and Czech "listopad").
std::optional<unsigned> month_of(std::string_view folded, std::string_view language = {});

/// "st", "th", "er", "º": suffixes of a day's number.
bool is_ordinal_suffix(std::string_view folded);

/// "de", "of": words between day, month and year.
bool is_date_link(std::string_view folded);

/// "at", "um", "kl": words between a date and its time.
bool is_time_link(std::string_view folded);

/// The offset of an abbreviation whose offset is the same all year ("EST", "CEST").
std::optional<std::chrono::minutes> zone_offset(std::string_view folded);

/// The IANA zone of an abbreviation that covers both standard and daylight-saving time ("PT"); empty for all others.
std::string_view seasonal_zone(std::string_view folded);

enum class DayOrder { Unknown, DayFirst, MonthFirst };

/// Which comes first in "04/08/2026", for a language tag ("en", "en-GB", "de"); Unknown without one, and for languages
/// that put the year first.
DayOrder day_order(std::string_view language);

} // namespace trawl::text::dates
