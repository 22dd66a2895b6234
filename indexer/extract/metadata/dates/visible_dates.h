// SPDX-License-Identifier: GPL-3.0-or-later
/// The dates that readers see: time elements, elements whose class names a date, and short texts.
#pragma once

#include "indexer/extract/metadata/dates/date_vote.h"
#include "indexer/extract/metadata/dates/dates.h"

#include <cstdint>
#include <optional>

namespace trawl::extract {

/// Where to look for visible dates, in the order in which the reaches are tried. Comments are included for discussions,
/// whose posts look like comments.
enum class Reach : std::uint8_t {
  Near,         ///< near the title, outside boilerplate
  NearAnywhere, ///< near the title
  Page,         ///< anywhere outside boilerplate
  Comments,
};

/// Adds elements marked as dates: microdata, time elements, classes. Only the first of each kind in reach counts.
void add_date_elements(DateVote& published, DateVote& updated, const MetadataSignals& signals,
                       const DateContext& context, Reach reach);

/// Adds the first short text with a date, for pages that mark none.
void add_date_texts(DateVote& published, DateVote& updated, const MetadataSignals& signals, const DateContext& context,
                    Reach reach);

/// Adds the first date at the beginning of a paragraph near the title: "Berlin, 3 May 2024 – ".
void add_datelines(DateVote& published, const MetadataSignals& signals, const DateContext& context);

/// The day that is shown near the title, if it differs from the day of `date` (a moment in UTC) but may be the same
/// moment in the site's time zone; else nullopt.
std::optional<Date> day_shown(const Date& date, const MetadataSignals& signals, const DateContext& context);

} // namespace trawl::extract
