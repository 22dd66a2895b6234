// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads the dates of feeds and pages: RFC 822 in its many dialects, RFC 3339 and ISO 8601, W3C-DTF, and the usual
/// written forms in several languages. Never guesses: returns nullopt for anything else.
#pragma once

#include "shared/base/date_time.h"

#include <optional>
#include <string_view>

namespace trawl::text {

/// A date as feeds write it (pubDate, dc:date, updated…). Without a zone: UTC.
std::optional<Date> parse_feed_date(std::string_view text);

/// A date as pages write it ("8 April 2026", "Apr. 8, 2026, 9:30 a.m. PT", "2026年4月8日", "08.04.2026"), the first one
/// in `text`. `language` (BCP 47 primary tag or empty) decides the order of day and month if the text does not.
std::optional<Date> parse_page_date(std::string_view text, std::string_view language = {});

/// nullopt for absurd dates: before 1970, or more than a day after `now`.
std::optional<Date> plausible(std::optional<Date> date, Moment now);

} // namespace trawl::text
