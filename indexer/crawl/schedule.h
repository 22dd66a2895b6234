// SPDX-License-Identifier: GPL-3.0-or-later
/// How often an entrance is asked: sooner where news come often, later where nothing happens. Pure.
#pragma once

#include "indexer/fetch/retry.h"
#include "indexer/store/crawl_store.h"

#include <chrono>
#include <optional>

namespace trawl::crawl {

inline constexpr std::chrono::seconds kShortestInterval{15 * 60};
inline constexpr std::chrono::seconds kLongestInterval{24 * 3600};

/// Half the interval after an answer with news, half as long again without; an hour at first.
std::chrono::seconds next_interval(std::chrono::seconds interval, bool has_news);

/// The entrance's state after an answer. `fresh_until`: by the answer itself.
void note_success(store::EntranceState& state, Moment now, Moment fresh_until, bool has_news);

/// The entrance's state after a failure.
void note_failure(store::EntranceState& state, Moment now, const Error& error,
                  std::optional<std::chrono::seconds> retry_after);

/// When a URL that failed is asked again, or nullopt when that is of no use (404, 410, or too many failures).
std::optional<Moment> retry_at(const store::UrlRow& row, Moment now, int http_status,
                               std::optional<std::chrono::seconds> retry_after);

} // namespace trawl::crawl
