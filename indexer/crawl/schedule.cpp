// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/schedule.h"

#include <algorithm>

namespace trawl::crawl {
namespace {

constexpr std::chrono::seconds kFirstInterval{3600};
constexpr int kMaxFailures = 8; // of one URL: some three weeks of doubling pauses

} // namespace

std::chrono::seconds next_interval(std::chrono::seconds interval, bool has_news) {
  if (interval.count() == 0) return kFirstInterval;
  return std::clamp(has_news ? interval / 2 : interval * 3 / 2, kShortestInterval, kLongestInterval);
}

void note_success(store::EntranceState& state, Moment now, Moment fresh_until, bool has_news) {
  state.asked_at = state.succeeded_at = now;
  state.interval = next_interval(state.interval, has_news);
  state.fresh_until = fresh_until;
  state.due_at = std::max(now + state.interval, fresh_until);
  state.failures = 0;
  state.code.clear();
  state.error.clear();
}

void note_failure(store::EntranceState& state, Moment now, const Error& error,
                  std::optional<std::chrono::seconds> retry_after) {
  state.asked_at = now;
  ++state.failures;
  state.due_at = now + fetch::backoff({}, state.failures, state.url, retry_after);
  // Only what the server itself asked for holds back a crawl that somebody starts by hand.
  state.fresh_until = retry_after ? now + std::min(*retry_after, kLongestInterval) : Moment{};
  state.code = name_of(error.code);
  state.error = to_sentence(error);
}

std::optional<Moment> retry_at(const store::UrlRow& row, Moment now, int http_status,
                               std::optional<std::chrono::seconds> retry_after) {
  if (http_status == 404 || http_status == 410 || row.failures >= kMaxFailures) return std::nullopt;
  return now + fetch::backoff({}, row.failures, row.url, retry_after);
}

} // namespace trawl::crawl
