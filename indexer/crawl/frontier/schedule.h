// SPDX-License-Identifier: GPL-3.0-or-later
/// When to ask a seed or another list again: sooner if it has news, later if not. Pure. What becomes of pages is told
/// in page_state.h.
#pragma once

#include "indexer/fetch/retry.h"
#include "indexer/store/source_store.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace trawl::crawl {

/// The bounds of the interval between two requests for a seed.
struct Pace {
  std::chrono::seconds shortest{15 * 60};
  std::chrono::seconds longest{24 * 3600};
  double after_news = 0.5, after_none = 1.5; ///< by how much the interval changes
};

/// That of the lists that a source has beside its own: a day as long as they name what the own one does not, else
/// more and more rarely up to a week apart.
inline constexpr Pace kListPace{
    .shortest = std::chrono::hours(20), .longest = std::chrono::days(7), .after_news = 0, .after_none = 1.5};
/// That of a list which has not changed: a week once that was so for a month.
inline constexpr Pace kStillListPace{
    .shortest = kListPace.shortest, .longest = kListPace.longest, .after_news = 0, .after_none = 1.0625};
inline constexpr std::chrono::days kListTrust{3}; ///< a list that was read since then would have told otherwise

inline constexpr std::chrono::days kLongestSchedule{8}; ///< the longest backoff is seven days and a tenth

/// The next interval: shorter after an answer with news, else longer. An interval of 0 becomes an hour.
std::chrono::seconds next_interval(std::chrono::seconds interval, bool has_news, const Pace& pace = {});

/// Updates the state after an answer. `fresh_until`: by the response's own headers.
void note_success(store::SeedState& state, Moment now, Moment fresh_until, bool has_news, const Pace& pace = {});

/// Updates the state after a failure.
void note_failure(store::SeedState& state, Moment now, const Error& error,
                  std::optional<std::chrono::seconds> retry_after);

/// Whether a list beside the source's own has been there within a month.
bool is_known_list(const store::SeedState& state, Moment now);

/// Updates the state of a list beside the source's own that could not be read, or, with `is_absent`, is not there. It
/// is no trouble: it need not be there at all. One that was there until now is asked again soon: its site may be down.
void note_no_list(store::SeedState& state, Moment now, bool is_absent);

/// Updates the state after a 410: the seed is paused until `crawl --recheck`.
void note_gone(store::SeedState& state, Moment now);

/// Whether a 410 has paused the seed.
bool is_gone(const store::SeedState& state);

/// For a state that was written while the clock was ahead, which would keep its seed from being requested until that
/// time: forgets its times and validators, so that the seed is requested now.
void forget_future(store::SeedState& state, Moment now);

/// Whether a URL that was to be fetched at `due` is to be fetched now. No schedule waits longer than
/// `kLongestSchedule`, so a later time was written while the clock was ahead.
bool is_due(Moment due, Moment now);

/// The URL to request: the seed's own, or the one that it has moved to.
const std::string& address_of(const store::SeedState& state);

/// Counts the days of permanent redirects: a seed moves after equal ones on several days, so that one mistake of its
/// server does not move it. `moved_to`: where the answer came from if all redirects were permanent, else empty.
void note_move(store::SeedState& state, const std::string& moved_to, Moment now);

/// The URL that the seed moved to has failed: its own URL is requested next time.
void forget_move(store::SeedState& state);

/// Makes the seed due at the first moment that is in none of these hours and days (UTC), if there is one in a week.
void skip_quiet_hours(store::SeedState& state, const std::vector<unsigned>& hours,
                      const std::vector<std::chrono::weekday>& days);

} // namespace trawl::crawl
