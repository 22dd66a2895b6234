// SPDX-License-Identifier: GPL-3.0-or-later
/// The date histogram: how many documents of a set were published in each day, week, month or year.
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/search/match/doc_set.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::search {

/// If an interval gives more buckets than this, the next coarser one is used.
inline constexpr std::size_t kMaxBuckets = 1'000;

/// Printed days, as days since 1970, in order, and how many documents were published on each.
using DayCounts = std::vector<std::pair<std::int32_t, std::size_t>>;

/// Buckets of printed days, ISO 8601 weeks (from Monday), months or years, from the oldest document to the newest,
/// including empty ones. Their counts and `missing` add up to the size of the set.
DateHistogram histogram_of(const DayCounts& published, std::size_t undated, DateInterval interval);
DateHistogram date_histogram(const index::Columns& columns, const DocSet& documents, DateInterval interval);

/// As parameters write it: auto, day, week, month, year.
std::string_view interval_name(DateInterval interval);

/// The warning that the histogram is coarser than was asked for, if it is.
std::optional<Warning> coarser_interval(DateInterval asked, const DateHistogram& histogram);

} // namespace trawl::search
