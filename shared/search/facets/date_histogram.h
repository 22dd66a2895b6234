// SPDX-License-Identifier: GPL-3.0-or-later
/// How many documents of a set were published when.
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/search/match/doc_set.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <string>

namespace trawl::search {

/// More buckets than this are never given; a finer interval is replaced by the next coarser one.
inline constexpr std::size_t kMaxBuckets = 1'000;

/// Buckets of UTC days, ISO 8601 weeks (from Monday), months or years, from the oldest document to the newest, empty
/// ones included. Their counts and `missing` add up to the documents of the set. Auto takes days up to a month, weeks
/// up to half a year, months up to six years, else years.
DateHistogram date_histogram(const index::Columns& columns, const DocSet& documents, DateInterval interval);

/// The name of the bucket of `interval`, which is not Auto, that holds a moment: 2026-04-08, 2026-W15, 2026-04, 2026.
/// Names of one interval sort as the buckets do.
std::string bucket_name(Moment moment, DateInterval interval);

} // namespace trawl::search
