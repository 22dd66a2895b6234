// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/frontier/schedule.h"

#include "indexer/fetch/clock_slack.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <ratio>

namespace trawl::crawl {
namespace {

using fetch::kClockSlack;

constexpr std::chrono::seconds kFirstInterval{3600};
constexpr std::chrono::seconds kLongestRetryAfter{24 * 3600};
constexpr int kMovesToFollow = 3;
constexpr int kFailuresToSearch = 3;
constexpr Moment kNever = std::chrono::sys_days{std::chrono::year{9999} / 1 / 1};
constexpr int kMaxFailures = 8; // of one URL: about three weeks of doubling intervals

// A page is looked at often enough that about one in a hundred is not there any more, and about one in 25 was
// edited, judged by how often that has happened to pages of its source. Before anything is known, pages are taken to be
// edited once in two years and a half, and to leave once in ten.
constexpr double kOftenAbsent = 0.01, kOftenEdited = 0.04;
constexpr double kPriorEdits = 0.5, kPriorAbsences = 0.125, kPriorDays = 450;
constexpr double kShortestRecheck = 1, kLongestRecheck = 90; // days
constexpr double kRecheckShare = 0.5;                        // of an article's age
constexpr int kMissesIfUp = 2, kMissesIfDown = 8;
constexpr std::chrono::hours kLongestAbsence{30 * 24};
constexpr std::chrono::days kLongestSilence{30}, kLongestPause{8};
constexpr std::chrono::hours kNextLook{20}; // so that a crawl at the same time every day looks on the next

double in_days(std::chrono::seconds duration) {
  return std::chrono::duration<double, std::ratio<86'400>>(duration).count();
}

std::chrono::seconds seconds_of(double days) {
  return std::chrono::floor<std::chrono::seconds>(std::chrono::duration<double, std::ratio<86'400>>(days));
}

} // namespace

std::chrono::seconds longest_recheck(const store::Changes& changes) {
  // A change is on average half an interval old when it is seen.
  const double days = static_cast<double>(changes.hours) / 24 + kPriorDays;
  const double by_edits = 2 * kOftenEdited * days / (changes.edits + kPriorEdits);
  const double by_absences = 2 * kOftenAbsent * days / (changes.absences + kPriorAbsences);
  return seconds_of(std::max(std::min({by_edits, by_absences, kLongestRecheck}), kShortestRecheck));
}

Moment next_recheck(const store::Recheck& recheck, const store::Changes& changes, Moment since, std::string_view url) {
  const double by_age = kRecheckShare * in_days(recheck.checked_at - since) / (1 + recheck.edits);
  const double interval = std::min(by_age, in_days(longest_recheck(changes)));
  // Spread by a fifth, so that pages that were stored together do not stay together.
  const double spread = 0.9 + 0.2 * static_cast<double>(std::hash<std::string_view>{}(url) % 1000) / 1000;
  return recheck.checked_at +
         std::max<std::chrono::seconds>(seconds_of(std::max(interval, kShortestRecheck) * spread), kNextLook);
}

void note_missing(store::Recheck& recheck, Moment now) {
  if (recheck.misses == 0 || now - recheck.missed_at >= kNextLook) {
    ++recheck.misses;
    recheck.missed_at = now;
  }
  // What is gone may come back, so it is asked for now and then, the longer it is gone the more rarely.
  const auto gone_for = std::chrono::floor<std::chrono::hours>(now - recheck.gone_since.value_or(now));
  const auto pause =
      recheck.gone_since ? std::clamp<std::chrono::hours>(gone_for / 8, kNextLook, kLongestAbsence) : kNextLook;
  recheck.due_at = now + pause;
}

void note_silence(store::Recheck& recheck, Moment now) {
  if (recheck.misses > 0 || recheck.missed_at == Moment{}) recheck.missed_at = now;
  recheck.misses = 0;
  const auto silent_for = std::chrono::floor<std::chrono::hours>(now - recheck.missed_at);
  recheck.due_at = now + std::clamp<std::chrono::hours>(silent_for / 4, kNextLook, kLongestPause);
}

bool is_abandoned(const store::Recheck& recheck, Moment now) {
  return recheck.misses == 0 && recheck.missed_at != Moment{} && now - recheck.missed_at >= kLongestSilence;
}

bool is_withdrawn(const store::Recheck& recheck, bool is_site_up, bool is_announced) {
  return recheck.misses >= (!is_site_up ? kMissesIfDown : is_announced ? 1 : kMissesIfUp);
}

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
  state.due_at = now + fetch::backoff({}, state.failures, state.url, retry_after);
  // A crawl that a user starts by hand waits only if the server itself asked for it.
  state.fresh_until = retry_after ? now + std::min(*retry_after, kLongestRetryAfter) : Moment{};
  state.code = name_of(error.code);
  state.error = to_sentence(error);
}

bool is_known_list(const store::SeedState& state, Moment now) { return state.succeeded_at + kLongestAbsence > now; }

void note_no_list(store::SeedState& state, Moment now, bool is_absent) {
  state.asked_at = now;
  ++state.failures;
  const bool is_to_wait = is_absent && !is_known_list(state, now);
  state.due_at =
      now + (is_to_wait ? std::chrono::seconds(kLongestAbsence) : fetch::backoff({}, state.failures, state.url));
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

void note_move(store::SeedState& state, const std::string& moved_to) {
  if (state.moves >= kMovesToFollow && moved_to.empty()) return; // the answer came from the URL it moved to
  state.moves = moved_to.empty() ? 0 : moved_to == state.moved_to ? state.moves + 1 : 1;
  state.moved_to = moved_to;
}

void move_to(store::SeedState& state, const std::string& url, Moment now) {
  state.moves = kMovesToFollow;
  state.moved_to = url;
  state.due_at = now;
  state.fresh_until = Moment{};
  state.etag.clear();
  state.last_modified.clear();
}

void forget_move(store::SeedState& state) {
  state.moves = 0;
  state.moved_to.clear();
}

Moment after_quiet_hours(Moment due, const std::vector<unsigned>& hours,
                         const std::vector<std::chrono::weekday>& days) {
  constexpr int kHoursOfWeek = 7 * 24;
  auto at = due;
  for (int i = 0; i < kHoursOfWeek; ++i) {
    const auto day = std::chrono::floor<std::chrono::days>(at);
    const auto hour = static_cast<unsigned>(std::chrono::floor<std::chrono::hours>(at - day).count());
    const bool is_quiet = std::ranges::find(hours, hour) != hours.end() ||
                          std::ranges::find(days, std::chrono::weekday(day)) != days.end();
    if (!is_quiet) return at;
    at = std::chrono::floor<std::chrono::hours>(at) + std::chrono::hours(1);
  }
  return due;
}

bool is_search_due(const store::SeedState& state) {
  return state.failures > 0 && state.failures % kFailuresToSearch == 0;
}

std::optional<Moment> retry_at(const store::UrlRow& row, Moment now, int http_status,
                               std::optional<std::chrono::seconds> retry_after) {
  if (http_status == 404 || http_status == 410 || row.failures >= kMaxFailures) return std::nullopt;
  return now + fetch::backoff({}, row.failures, row.url, retry_after);
}

} // namespace trawl::crawl
