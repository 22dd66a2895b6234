// SPDX-License-Identifier: GPL-3.0-or-later
/// The dates readers see: time elements, elements of a date's class, and short runs of text.
#pragma once

#include "indexer/extract/metadata/dates/dates.h"
#include "indexer/extract/metadata/dates/dates_vote.h"

#include <cstdint>
#include <optional>

namespace trawl::extract {

/// How far from the title, and in which boxes, a visible date may stand: tried one after the other. The last is for
/// discussions, whose first post may stand among what looks like comments.
enum class Reach : std::uint8_t { Near, NearAnywhere, Page, Comments };

/// Elements marked as dates: microdata, time elements, classes. Only the first of a kind in reach counts.
void add_date_elements(DateVote& published, DateVote& updated, const Witnesses& witnesses, const DateContext& context,
                       Reach reach);

/// Running text, for pages that mark nothing: the first that holds a date.
void add_date_texts(DateVote& published, DateVote& updated, const Witnesses& witnesses, const DateContext& context,
                    Reach reach);

/// The day readers see near the title where it is the neighbour of `date`, a moment in UTC: the site's own zone may put
/// it on that day. nullopt: no other day is shown.
std::optional<Date> day_shown(const Date& date, const Witnesses& witnesses, const DateContext& context);

} // namespace trawl::extract
