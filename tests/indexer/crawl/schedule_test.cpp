// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/frontier.h"
#include "indexer/crawl/schedule.h"

#include <numeric>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::crawl;
using namespace std::chrono_literals;

namespace {

const Moment kNow = std::chrono::sys_days{std::chrono::year{2026} / 6 / 1};

Task page(std::string url) {
  Task task;
  task.url = std::move(url);
  return task;
}

fetch::PolitenessOptions polite() {
  fetch::PolitenessOptions options;
  options.delay = 1000ms;
  options.answer_time_factor = 0;
  return options;
}

} // namespace

TEST_CASE("schedule: news shorten the interval, silence lengthens it, within bounds", "[crawl]") {
  CHECK(next_interval(0s, false) == 3600s);
  CHECK(next_interval(3600s, true) == 1800s);
  CHECK(next_interval(3600s, false) == 5400s);
  CHECK(next_interval(16min, true) == Pace{}.shortest);
  CHECK(next_interval(23h, false) == Pace{}.longest);
}

TEST_CASE("schedule: a failure waits longer each time, and the server's word counts", "[crawl]") {
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

TEST_CASE("schedule: a move is believed after three equal answers in a row", "[crawl]") {
  const std::string here = "https://a.example/feed", there = "https://b.example/feed";
  store::SeedState state;
  state.url = here;
  note_move(state, there);
  note_move(state, there);
  CHECK(address_of(state) == here);
  note_move(state, "https://c.example/feed");
  note_move(state, there);
  note_move(state, there);
  CHECK(address_of(state) == here);
  note_move(state, there);
  CHECK(address_of(state) == there);
  note_move(state, ""); // it answers there without a redirect
  CHECK(address_of(state) == there);
  forget_move(state);
  CHECK(address_of(state) == here);
}

TEST_CASE("schedule: an answer in between without a move begins the count anew", "[crawl]") {
  store::SeedState state;
  state.url = "https://a.example/feed";
  for (const auto* to : {"https://b.example/feed", "https://b.example/feed", "", "https://b.example/feed"}) {
    note_move(state, to);
  }
  CHECK(address_of(state) == state.url);
}

TEST_CASE("schedule: 410 pauses an entrance until it is found elsewhere", "[crawl]") {
  store::SeedState state;
  state.url = "https://a.example/feed";
  note_gone(state, kNow);
  CHECK(is_gone(state));
  CHECK(state.due_at > kNow + std::chrono::years(100));
  move_for_good(state, "https://a.example/atom", kNow);
  CHECK_FALSE(is_gone(state));
  CHECK(address_of(state) == "https://a.example/atom");
}

TEST_CASE("schedule: a feed is not asked in its quiet hours and days, if they leave any", "[crawl]") {
  const auto monday = kNow; // 1 June 2026, 00:00
  CHECK(after_quiet_hours(monday + 90min, {}, {}) == monday + 90min);
  CHECK(after_quiet_hours(monday + 90min, {1, 2}, {}) == monday + 3h);
  CHECK(after_quiet_hours(monday + 90min, {}, {std::chrono::Monday}) == monday + 24h);
  CHECK(after_quiet_hours(monday + 90min, {0}, {std::chrono::Monday}) == monday + 25h);
  std::vector<unsigned> all(24);
  std::iota(all.begin(), all.end(), 0u);
  CHECK(after_quiet_hours(monday + 90min, all, {}) == monday + 90min);
}

TEST_CASE("schedule: the pace is bounded as wished", "[crawl]") {
  const Pace pace{2s, 8s};
  CHECK(next_interval(0s, false, pace) == 8s);
  CHECK(next_interval(3s, true, pace) == 2s);
  CHECK(next_interval(7s, false, pace) == 8s);
}

TEST_CASE("schedule: what is gone is not asked for again", "[crawl]") {
  store::UrlRow row;
  row.url = "https://a.example/1";
  row.failures = 1;
  CHECK_FALSE(retry_at(row, kNow, 404, std::nullopt));
  CHECK_FALSE(retry_at(row, kNow, 410, std::nullopt));
  CHECK(retry_at(row, kNow, 503, std::nullopt) > kNow);
  row.failures = 8;
  CHECK_FALSE(retry_at(row, kNow, 503, std::nullopt));
}

TEST_CASE("frontier: one host waits its pause, another goes on", "[crawl]") {
  fetch::Politeness politeness(polite());
  Frontier frontier(politeness);
  for (const auto* url : {"https://a.example/1", "https://a.example/2", "https://b.example/1"}) frontier.add(page(url));
  const fetch::Instant begin = kNow;
  const auto first = frontier.next(begin, true);
  REQUIRE(first);
  frontier.started(first->url, begin);
  const auto second = frontier.next(begin, true);
  REQUIRE(second);
  CHECK(Frontier::host_of(second->url) != Frontier::host_of(first->url));
  frontier.started(second->url, begin);
  CHECK_FALSE(frontier.next(begin, true));
  frontier.finished(first->url, {200, 5ms, std::nullopt}, begin + 5ms);
  frontier.finished(second->url, {200, 5ms, std::nullopt}, begin + 5ms);
  CHECK_FALSE(frontier.next(begin + 10ms, true));
  CHECK(frontier.next(begin + 2s, true));
  CHECK(frontier.empty());
}

TEST_CASE("frontier: robots.txt before entrances before pages, and pages only when wanted", "[crawl]") {
  fetch::Politeness politeness(polite());
  Frontier frontier(politeness);
  auto entrance = page("https://a.example/feed");
  entrance.kind = TaskKind::Seed;
  auto robots = page("https://a.example/robots.txt");
  robots.kind = TaskKind::Robots;
  frontier.add(page("https://a.example/1"));
  frontier.add(entrance);
  frontier.add(robots);
  CHECK(frontier.next(kNow, false)->kind == TaskKind::Robots);
  CHECK(frontier.next(kNow, false)->kind == TaskKind::Seed);
  CHECK_FALSE(frontier.next(kNow, false));
  CHECK(frontier.next(kNow, true)->kind == TaskKind::Page);
}

TEST_CASE("frontier: a host that is closed for longer than one waits is told, and its tasks can be taken", "[crawl]") {
  fetch::Politeness politeness(polite());
  Frontier frontier(politeness);
  frontier.add(page("https://closed.example/1"));
  frontier.add(page("https://open.example/1"));
  frontier.started("https://closed.example/0", kNow);
  fetch::Outcome refused;
  refused.status = 503;
  refused.retry_after = 10min;
  frontier.finished("https://closed.example/0", refused, kNow);
  CHECK(frontier.closed_hosts(kNow, 20min).empty());
  const auto closed = frontier.closed_hosts(kNow, 1min);
  REQUIRE(closed.size() == 1);
  CHECK(closed[0] == std::pair<std::string, fetch::Instant>("closed.example", kNow + 10min));
  CHECK(frontier.take_host("closed.example").size() == 1);
  CHECK(frontier.closed_hosts(kNow, 1min).empty());
  CHECK(frontier.size() == 1);
}

TEST_CASE("frontier: it wakes for what is wanted", "[crawl]") {
  fetch::Politeness politeness(polite());
  Frontier frontier(politeness);
  frontier.add(page("https://a.example/1"));
  CHECK(frontier.wake_at(kNow, true) == fetch::Instant(kNow));
  CHECK_FALSE(frontier.wake_at(kNow, false));
}

TEST_CASE("frontier: a task that must wait lets others pass", "[crawl]") {
  fetch::Politeness politeness(polite());
  Frontier frontier(politeness);
  auto later = page("https://a.example/later");
  later.not_before = fetch::Instant(kNow) + 10s;
  frontier.add(later);
  frontier.add(page("https://a.example/now"));
  CHECK(frontier.next(kNow, true)->url == "https://a.example/now");
  CHECK_FALSE(frontier.next(kNow, true));
  CHECK(frontier.wake_at(kNow, true) == later.not_before);
  CHECK(frontier.clear().size() == 1);
}
