// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/frontier/schedule.h"

#include "indexer/fetch/clock_slack.h"

#include <algorithm>
#include <cmath>

namespace trawl::crawl {
namespace {

using fetch::kClockSlack;

constexpr std::chrono::seconds kFirstInterval{3600};
constexpr std::chrono::seconds kLongestRetryAfter{24 * 3600};
constexpr fetch::RetryPolicy kRetry{.longest = std::chrono::hours(24)}; // what is back is shown a day later
constexpr int kMovesToFollow = 3;
constexpr Moment kNever = std::chrono::sys_days{std::chrono::year{9999} / 1 / 1};
constexpr std::chrono::hours kListAbsence{30 * 24}; // then a list is asked for again

} // namespace

std::chrono::seconds next_interval(std::chrono::seconds interval, bool has_news, const Pace& pace) {
  if (interval.count() == 0) return std::clamp(kFirstInterval, pace.shortest, pace.longest);
  const double next = static_cast<double>(interval.count()) * (has_news ? pace.after_news : pace.after_none);
  return std::clamp(std::chrono::seconds(std::llround(next)), pace.shortest, pace.longest);
}

void note_success(store::SeedState& state, Moment now, Moment fresh_until, bool has_news, const Pace& pace) {
  state.asked_at = state.succeeded_at = now;
  state.interval = next_interval(state.interval, has_news, pace);
  state.fresh_until = fresh_until;
  state.due_at = std::max(now + state.interval, fresh_until);
  state.failures = 0;
  state.code.clear();
  state.error.clear();
}

void note_failure(store::SeedState& state, Moment now, const Error& error,
                  std::optional<std::chrono::seconds> retry_after) {
  state.asked_at = now;
  ++state.failures;
  state.due_at = now + fetch::backoff(kRetry, state.failures, state.url, retry_after);
  // A crawl that a user starts by hand waits only if the server itself asked for it.
  state.fresh_until = retry_after ? now + std::min(*retry_after, kLongestRetryAfter) : Moment{};
  state.code = name_of(error.code);
  state.error = to_sentence(error);
}

bool is_known_list(const store::SeedState& state, Moment now) { return state.succeeded_at + kListAbsence > now; }

void note_no_list(store::SeedState& state, Moment now, bool is_absent) {
  state.asked_at = now;
  ++state.failures;
  const bool is_to_wait = is_absent && !is_known_list(state, now);
  state.due_at =
      now + (is_to_wait ? std::chrono::seconds(kListAbsence) : fetch::backoff(kRetry, state.failures, state.url));
}

void note_gone(store::SeedState& state, Moment now) {
  state.asked_at = now;
  ++state.failures;
  state.due_at = state.fresh_until = kNever;
  state.code = name_of(ErrorCode::HttpStatus);
  state.error = "the server answered 410 Gone: the seed is paused; `trawl crawl --recheck` asks it again";
}

bool is_gone(const store::SeedState& state) { return state.fresh_until == kNever; }

void forget_future(store::SeedState& state, Moment now) {
  if (is_gone(state) || (state.asked_at <= now + kClockSlack && state.succeeded_at <= now + kClockSlack)) return;
  state.asked_at = state.succeeded_at = state.due_at = state.fresh_until = Moment{};
  state.etag.clear();
  state.last_modified.clear();
}

bool is_due(Moment due, Moment now) { return due <= now || due > now + kLongestSchedule; }

const std::string& address_of(const store::SeedState& state) {
  return state.moves >= kMovesToFollow ? state.moved_to : state.url;
}

void note_move(store::SeedState& state, const std::string& moved_to, Moment now) {
  if (state.moves >= kMovesToFollow && moved_to.empty()) return; // the answer came from the URL it moved to
  const bool is_next_day =
      std::chrono::floor<std::chrono::days>(now) > std::chrono::floor<std::chrono::days>(state.asked_at);
  if (moved_to != state.moved_to) {
    state.moves = moved_to.empty() ? 0 : 1;
  } else if (is_next_day && !moved_to.empty()) {
    ++state.moves;
  }
  state.moved_to = moved_to;
}

void forget_move(store::SeedState& state) {
  state.moves = 0;
  state.moved_to.clear();
}

void skip_quiet_hours(store::SeedState& state, const std::vector<unsigned>& hours,
                      const std::vector<std::chrono::weekday>& days) {
  constexpr int kHoursOfWeek = 7 * 24;
  auto at = state.due_at;
  for (int i = 0; i < kHoursOfWeek; ++i) {
    const auto day = std::chrono::floor<std::chrono::days>(at);
    const auto hour = static_cast<unsigned>(std::chrono::floor<std::chrono::hours>(at - day).count());
    const bool is_quiet = std::ranges::find(hours, hour) != hours.end() ||
                          std::ranges::find(days, std::chrono::weekday(day)) != days.end();
    if (!is_quiet) {
      state.due_at = at;
      return;
    }
    at = std::chrono::floor<std::chrono::hours>(at) + std::chrono::hours(1);
  }
}

} // namespace trawl::crawl
