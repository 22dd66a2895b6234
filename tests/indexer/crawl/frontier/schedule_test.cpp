// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/frontier/schedule.h"

#include <numeric>

#include <catch2/catch.hpp>

namespace schedule_test {

using namespace trawl;
using namespace trawl::crawl;
using namespace std::chrono_literals;

namespace {

const Moment kNow = std::chrono::sys_days{std::chrono::year{2026} / 6 / 1};

Moment due_after_quiet(Moment due, const std::vector<unsigned>& hours, const std::vector<std::chrono::weekday>& days) {
  store::SeedState state;
  state.due_at = due;
  skip_quiet_hours(state, hours, days);
  return state.due_at;
}

} // namespace

TEST_CASE("schedule: news shorten the interval, else it grows, within bounds", "[crawl]") {
  CHECK(next_interval(0s, false) == 3600s);
  CHECK(next_interval(3600s, true) == 1800s);
  CHECK(next_interval(3600s, false) == 5400s);
  CHECK(next_interval(16min, true) == Pace{}.shortest);
  CHECK(next_interval(23h, false) == Pace{}.longest);
}

TEST_CASE("schedule: each failure waits longer, and Retry-After counts", "[crawl]") {
  store::SeedState state;
  state.url = "https://a.example/feed";
  note_failure(state, kNow, {ErrorCode::Network, "no answer", "", ""}, std::nullopt);
  const auto first = state.due_at - kNow;
  CHECK(state.failures == 1);
  CHECK(state.code == "network");
  CHECK(state.fresh_until == Moment{});
  note_failure(state, kNow, {ErrorCode::HttpStatus, "429", "", ""}, 7200s);
  CHECK(state.due_at - kNow > first);
  CHECK(state.fresh_until == kNow + 7200s);
  note_success(state, kNow, kNow + 60s, true);
  CHECK(state.failures == 0);
  CHECK(state.error.empty());
  CHECK(state.due_at >= kNow + Pace{}.shortest);
}

TEST_CASE("schedule: however long a seed has failed, it is asked for once a day", "[crawl]") {
  store::SeedState state;
  state.url = "https://a.example/feed";
  const bool is_beside = GENERATE(false, true);
  auto now = kNow;
  for (int i = 0; i < 30; ++i) {
    if (is_beside) {
      note_no_list(state, now, false);
    } else {
      note_failure(state, now, {ErrorCode::Malformed, "no feed", "", ""}, std::nullopt);
    }
    REQUIRE(state.due_at <= now + 24h);
    now = state.due_at;
  }
}

TEST_CASE("schedule: a seed moves after equal redirects on three days in a row", "[crawl]") {
  const std::string here = "https://a.example/feed", there = "https://b.example/feed";
  store::SeedState state;
  state.url = here;
  auto now = kNow;
  const auto answer = [&](const std::string& moved_to) {
    now += 24h;
    for (int round = 0; round < 5; ++round) { // of a watch: how often it is asked on a day does not matter
      note_move(state, moved_to, now);
      state.asked_at = now;
    }
  };
  answer(there);
  answer(there);
  CHECK(address_of(state) == here);
  answer("https://c.example/feed");
  answer(there);
  answer(there);
  CHECK(address_of(state) == here);
  answer(there);
  CHECK(address_of(state) == there);
  answer(""); // it answers there without a redirect
  CHECK(address_of(state) == there);
  forget_move(state);
  CHECK(address_of(state) == here);
}

TEST_CASE("schedule: an answer without a redirect resets the count", "[crawl]") {
  store::SeedState state;
  state.url = "https://a.example/feed";
  auto now = kNow;
  for (const auto* to : {"https://b.example/feed", "https://b.example/feed", "", "https://b.example/feed"}) {
    note_move(state, to, now);
    state.asked_at = now;
    now += 24h;
  }
  CHECK(address_of(state) == state.url);
}

TEST_CASE("schedule: 410 pauses a seed", "[crawl]") {
  store::SeedState state;
  state.url = "https://a.example/feed";
  note_gone(state, kNow);
  CHECK(is_gone(state));
  CHECK(state.due_at > kNow + std::chrono::years(100));
}

TEST_CASE("schedule: a feed is not asked in its skipHours and skipDays, unless they cover the week", "[crawl]") {
  const auto monday = kNow; // 1 June 2026, 00:00
  CHECK(due_after_quiet(monday + 90min, {}, {}) == monday + 90min);
  CHECK(due_after_quiet(monday + 90min, {1, 2}, {}) == monday + 3h);
  CHECK(due_after_quiet(monday + 90min, {}, {std::chrono::Monday}) == monday + 24h);
  CHECK(due_after_quiet(monday + 90min, {0}, {std::chrono::Monday}) == monday + 25h);
  std::vector<unsigned> all(24);
  std::iota(all.begin(), all.end(), 0u);
  CHECK(due_after_quiet(monday + 90min, all, {}) == monday + 90min);
}

TEST_CASE("schedule: the options bound the interval", "[crawl]") {
  const Pace pace{2s, 8s};
  CHECK(next_interval(0s, false, pace) == 8s);
  CHECK(next_interval(3s, true, pace) == 2s);
  CHECK(next_interval(7s, false, pace) == 8s);
}

} // namespace schedule_test

TEST_CASE("schedule: what was written while the clock was ahead does not silence a seed", "[crawl]") {
  const Moment now = parse_rfc3339("2026-06-01T00:00:00Z")->time;
  const Moment ahead = now + std::chrono::days(3'650);
  store::SeedState state;
  state.etag = "\"x\"";
  note_success(state, ahead, ahead + std::chrono::hours(1), false);
  forget_future(state, now);
  CHECK(state.due_at <= now);
  CHECK(state.fresh_until <= now);
  CHECK(state.etag.empty());
  note_success(state, now, now + std::chrono::hours(1), false);
  const Moment due = state.due_at;
  forget_future(state, now - std::chrono::minutes(5)); // a clock that was set right by little
  CHECK(state.due_at == due);
  note_gone(state, now);
  forget_future(state, now - std::chrono::days(400));
  CHECK(is_gone(state));
}

TEST_CASE("schedule: a URL due later than any schedule waits is due now", "[crawl]") {
  const Moment now = parse_rfc3339("2026-06-01T00:00:00Z")->time;
  CHECK(is_due(now, now));
  CHECK_FALSE(is_due(now + std::chrono::seconds(1), now));
  CHECK_FALSE(is_due(now + kLongestSchedule, now));
  CHECK(is_due(now + kLongestSchedule + std::chrono::seconds(1), now));
}
