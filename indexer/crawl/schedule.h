// SPDX-License-Identifier: GPL-3.0-or-later
/// How often an entrance is asked: sooner where news come often, later where nothing happens. Pure.
#pragma once

#include "indexer/fetch/retry.h"
#include "indexer/store/crawl_store.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace trawl::crawl {

/// Between these bounds lies the time from asking an entrance to asking it again.
struct Pace {
  std::chrono::seconds shortest{15 * 60};
  std::chrono::seconds longest{24 * 3600};
};

/// Half the interval after an answer with news, half as long again without; an hour at first.
std::chrono::seconds next_interval(std::chrono::seconds interval, bool has_news, const Pace& pace = {});

/// The entrance's state after an answer. `fresh_until`: by the answer itself.
void note_success(store::SeedState& state, Moment now, Moment fresh_until, bool has_news, const Pace& pace = {});

/// The entrance's state after a failure.
void note_failure(store::SeedState& state, Moment now, const Error& error,
                  std::optional<std::chrono::seconds> retry_after);

/// The entrance's state after a 410: it is not asked again until somebody says so.
void note_gone(store::SeedState& state, Moment now);

/// Whether a 410 has paused it.
bool is_gone(const store::SeedState& state);

/// Where to ask for the entrance: its own address, or the one that it moved to for good.
const std::string& address_of(const store::SeedState& state);

/// Keeps count of where an answer came from: `moved_to` if every redirect on the way was a permanent one, else empty.
/// One server's slip of the hand moves nothing; several equal answers in a row do.
void note_move(store::SeedState& state, const std::string& moved_to);

/// It was found to be elsewhere: asked there from now on.
void move_for_good(store::SeedState& state, const std::string& url, Moment now);

/// The address that it moved to fails: the next time its own is asked.
void forget_move(store::SeedState& state);

/// The first moment from `due` on that lies in none of these hours (UTC) and days; `due` itself if they leave nothing.
Moment after_quiet_hours(Moment due, const std::vector<unsigned>& hours, const std::vector<std::chrono::weekday>& days);

/// Whether a failure is one of those after which the homepage is asked where the entrance is now.
bool is_worth_a_search(const store::SeedState& state);

/// When a URL that failed is asked again, or nullopt when that is of no use (404, 410, or too many failures).
std::optional<Moment> retry_at(const store::UrlRow& row, Moment now, int http_status,
                               std::optional<std::chrono::seconds> retry_after);

} // namespace trawl::crawl
