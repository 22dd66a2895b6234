// SPDX-License-Identifier: GPL-3.0-or-later
/// How often a source publishes, by the dates of its articles, and whether it has been silent for longer than that.
/// Pure.
#pragma once

#include "shared/base/date_time.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace trawl::crawl {

/// A source's usual rhythm: of its last publications, as many as `kPublishRateDates` look back.
struct PublishRate {
  std::chrono::days usual{};   ///< the median of the pauses between days with an article
  std::chrono::days longest{}; ///< of these pauses
  Moment last{};               ///< the newest article
};

inline constexpr std::size_t kPublishRateDates = 60;

/// nullopt when too few days have an article to speak of a habit. `newest_first`: when articles were published.
std::optional<PublishRate> publish_rate_of(const std::vector<Moment>& newest_first);

/// Whether the pause that lasts at `now` is longer than any before it, three times the usual one, and a fortnight.
bool is_silent(const PublishRate& habit, Moment now);

/// "usually an article every 3 days, none for 40".
std::string describe_silence(const PublishRate& habit, Moment now);

} // namespace trawl::crawl
