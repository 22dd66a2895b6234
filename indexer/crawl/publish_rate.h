// SPDX-License-Identifier: GPL-3.0-or-later
/// How often a source publishes, from the dates of its articles, and whether it has been silent for unusually long.
/// Pure.
#pragma once

#include "shared/base/date_time.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace trawl::crawl {

/// The intervals between a source's latest publications.
struct PublishRate {
  std::chrono::days median{};  ///< interval between days with an article
  std::chrono::days longest{}; ///< of these intervals
  Moment last{};               ///< when the newest article was published
};

/// How many dates `publish_rate_of` needs at most.
inline constexpr std::size_t kPublishRateDates = 60;

/// nullopt if too few days have an article. `newest_first`: when articles were published.
std::optional<PublishRate> publish_rate_of(const std::vector<Moment>& newest_first);

/// Whether the time since the last article is longer than the longest interval, three median intervals, and 14 days.
bool is_silent(const PublishRate& rate, Moment now);

/// "usually an article every 3 days, none for 40".
std::string describe_silence(const PublishRate& rate, Moment now);

} // namespace trawl::crawl
