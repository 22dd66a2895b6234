// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/page_state.h"

#include "indexer/fetch/retry.h"

#include <algorithm>
#include <functional>
#include <ratio>
#include <string>
#include <utility>

namespace trawl::crawl {
namespace {

using store::Recheck;
using store::UrlRow;
using store::UrlState;

constexpr int kMaxFailures = 12; // of one URL: about three weeks of doubling intervals

constexpr double kRecheckShare = 0.5; // of an article's age
constexpr std::chrono::days kShortestRecheck{1}, kLongestRecheck{90};
constexpr int kMissesIfUp = 2, kMissesIfDown = 8;
constexpr int kDoubtShare = 16; // of the time for which a page shows what is not believed: so long may what heals wait
constexpr int kReturnShare = 2; // of the time that a page is gone, until it is asked for again
constexpr int kMaxFirstLooks = 6; // at a page that was never there: on and off for two months
constexpr std::chrono::hours kLongestAbsence{30 * 24};
constexpr std::chrono::days kLongestSilence{30}, kLongestPause{8};
constexpr std::chrono::days kFirstReturn{2};   // a page that was withdrawn by mistake is soon back
constexpr std::chrono::days kInferredMove{30}; // then the address that an article has left is asked again

/// Settled: nothing is to be fetched.
UrlRow settled(UrlRow row, UrlState state, std::int64_t target = 0) {
  row.state = state;
  row.target = target;
  row.due_at.reset();
  return row;
}

UrlRow due(UrlRow row, std::optional<Moment> at) {
  row.due_at = at;
  return row;
}

UrlRow without_failures(UrlRow row) {
  row.failures = 0;
  return row;
}

/// A page that was stored, or is known to have moved, stays so until its address shows something else.
UrlRow failed(UrlRow row, std::optional<Moment> again) {
  const bool is_known = row.state == UrlState::Stored || row.state == UrlState::Redirect;
  row.due_at = is_recheck(row) ? std::nullopt : again;
  if (!is_known) row.state = UrlState::Failed;
  return row;
}

/// The pause until a page that is there is looked at again: half its age, within bounds.
std::chrono::seconds pause_of(const Recheck& plan, const Sighting& seen) {
  using Seconds = std::chrono::duration<double>;
  const Seconds half = kRecheckShare * (seen.now - seen.since);
  // Spread by a fifth, so that pages that were stored together do not stay together.
  const auto lot = std::hash<std::string_view>{}(seen.url);
  const double spread = 0.9 + 0.2 * static_cast<double>(lot % 1000) / 1000;
  const auto pause =
      std::chrono::floor<std::chrono::seconds>(std::clamp<Seconds>(half, kShortestRecheck, kLongestRecheck) * spread);
  // The pages that a source has when it is new are not looked at in one week for the first time, but one after the
  // other.
  const bool is_first = plan.checked_at == Moment{};
  const auto share = is_first ? pause * static_cast<std::int64_t>(lot % 64) / 64 : pause;
  return std::max<std::chrono::seconds>(share, kNextLook);
}

Recheck missing(Recheck plan, Moment now) {
  if (plan.misses == 0 || now - plan.missed_at >= kNextLook) {
    ++plan.misses;
    plan.missed_at = now;
  }
  // What is gone may come back, so it is asked for now and then, the longer it is gone the more rarely.
  const auto gone_for = std::chrono::floor<std::chrono::hours>(now - plan.gone_since.value_or(now));
  plan.due_at = now + std::clamp<std::chrono::hours>(gone_for / kReturnShare, kNextLook, kLongestAbsence);
  return plan;
}

Recheck silent(Recheck plan, Moment now) {
  if (plan.gone_since) return missing(plan, now);
  if (plan.missed_at == Moment{}) plan.missed_at = now; // that it was missing before is still known
  const auto silent_for = std::chrono::floor<std::chrono::hours>(now - plan.missed_at);
  plan.due_at = now + std::clamp<std::chrono::hours>(silent_for / 4, kNextLook, kLongestPause);
  return plan;
}

Recheck unlike(Recheck plan, Moment since, Moment now) {
  if (plan.gone_since) return missing(plan, now);
  if (plan.missed_at == Moment{}) plan.missed_at = since;
  plan.due_at = next_look(since, now);
  return plan;
}

Recheck at(Recheck plan, std::optional<Moment> due) {
  plan.due_at = due;
  return plan;
}

} // namespace

Moment next_look(Moment since, Moment now) {
  const auto lasted = std::chrono::floor<std::chrono::hours>(now - since);
  return now + std::clamp<std::chrono::hours>(lasted / kDoubtShare, kNextLook, kLongestAbsence);
}

bool is_recheck(const UrlRow& row) { return row.state == UrlState::Stored && !row.due_at; }

UrlRow next(UrlRow row, const Observation& seen) {
  switch (seen.what) {
  case Seen::Named:
    return due(std::move(row), seen.now);
  case Seen::Remembered:
  case Seen::Missing:
    return due(std::move(row), std::nullopt);
  case Seen::Postponed: {
    const bool was_new = row.state == UrlState::New;
    if (!is_recheck(row)) row.due_at = seen.again;
    if (was_new) row.state = UrlState::Failed;
    return row;
  }
  case Seen::NotModified:
    return due(without_failures(std::move(row)), std::nullopt);
  case Seen::Article:
    return without_failures(settled(std::move(row), UrlState::Stored));
  case Seen::NotArticle:
    return without_failures(settled(std::move(row), UrlState::NotArticle));
  case Seen::Shown:
    return row.state == UrlState::Redirect ? settled(std::move(row), UrlState::New) : row;
  case Seen::Redirect:
    return due(settled(std::move(row), UrlState::Redirect, seen.target),
               seen.again == Moment{} ? std::nullopt : std::optional(seen.again));
  case Seen::LeadsHere:
    return due(settled(std::move(row), UrlState::New), seen.now);
  case Seen::Elsewhere:
    return settled(std::move(row), UrlState::Redirect, seen.target);
  case Seen::NeverThere:
    ++row.failures;
    return failed(std::move(row), std::nullopt);
  case Seen::Failed: {
    const bool has_point = ++row.failures < kMaxFailures;
    const auto again = seen.now + fetch::backoff({}, row.failures, row.url, seen.retry_after);
    return failed(std::move(row), has_point ? std::optional(again) : std::nullopt);
  }
  case Seen::Held:
    if (row.state == UrlState::Stored || row.state == UrlState::Redirect) return due(std::move(row), std::nullopt);
    [[fallthrough]];
  case Seen::TakenBack:
    return due(settled(std::move(row), UrlState::Failed), seen.again);
  }
  return row;
}

Recheck next(Recheck plan, const Sighting& seen) {
  switch (seen.sign) {
  case Sign::There:
    return {.url = plan.url, .due_at = seen.now + pause_of(plan, seen), .checked_at = seen.now};
  case Sign::Missing:
    return missing(plan, seen.now);
  case Sign::Withdrawn:
    plan.gone_since = plan.missed_at;
    return at(plan, seen.now + kFirstReturn);
  case Sign::Silent:
    return silent(plan, seen.now);
  case Sign::Closed:
    return at(plan,
              seen.now + std::clamp<std::chrono::seconds>((seen.now - seen.since) / 2, kNextLook, kLongestAbsence));
  case Sign::Unlike:
    return unlike(plan, seen.since, seen.now);
  case Sign::Unsettled:
    if (plan.gone_since) return missing(plan, seen.now);
    return at(plan, next_look(seen.since, seen.now));
  case Sign::Followed:
    return {.url = plan.url, .gone_since = seen.now};
  case Sign::Departed:
    return {.url = plan.url, .due_at = seen.now + kInferredMove, .gone_since = seen.now};
  case Sign::Left:
    return {.url = plan.url, .due_at = seen.now + kInferredMove};
  case Sign::Unborn: {
    const bool has_point = seen.failures <= kMaxFirstLooks;
    const auto pause = kNextLook * (1 << std::clamp(seen.failures - 1, 0, kMaxFirstLooks));
    return at(plan, has_point ? std::optional(seen.now + pause) : std::nullopt);
  }
  case Sign::Announced:
    return at(plan, store::kNow);
  case Sign::Mentioned:
    return at(plan, std::min(plan.due_at.value_or(seen.now), seen.now));
  }
  return plan;
}

bool is_abandoned(const Recheck& plan, Moment now) {
  return plan.missed_at != Moment{} && now - plan.missed_at >= kLongestSilence;
}

bool is_withdrawn(const Recheck& plan, bool is_site_up, bool is_announced) {
  return plan.misses >= (!is_site_up ? kMissesIfDown : is_announced ? 1 : kMissesIfUp);
}

} // namespace trawl::crawl
