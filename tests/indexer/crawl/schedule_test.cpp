// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/frontier.h"
#include "indexer/crawl/schedule.h"

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
  CHECK(next_interval(16min, true) == kShortestInterval);
  CHECK(next_interval(23h, false) == kLongestInterval);
}

TEST_CASE("schedule: a failure waits longer each time, and the server's word counts", "[crawl]") {
  store::EntranceState state;
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
  CHECK(state.due_at >= kNow + kShortestInterval);
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
  Frontier frontier(polite());
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
  Frontier frontier(polite());
  auto entrance = page("https://a.example/feed");
  entrance.kind = TaskKind::Entrance;
  auto robots = page("https://a.example/robots.txt");
  robots.kind = TaskKind::Robots;
  frontier.add(page("https://a.example/1"));
  frontier.add(entrance);
  frontier.add(robots);
  CHECK(frontier.next(kNow, false)->kind == TaskKind::Robots);
  CHECK(frontier.next(kNow, false)->kind == TaskKind::Entrance);
  CHECK_FALSE(frontier.next(kNow, false));
  CHECK(frontier.next(kNow, true)->kind == TaskKind::Page);
}

TEST_CASE("frontier: a task that must wait lets others pass", "[crawl]") {
  Frontier frontier(polite());
  auto later = page("https://a.example/later");
  later.not_before = fetch::Instant(kNow) + 10s;
  frontier.add(later);
  frontier.add(page("https://a.example/now"));
  CHECK(frontier.next(kNow, true)->url == "https://a.example/now");
  CHECK_FALSE(frontier.next(kNow, true));
  CHECK(frontier.wake_at(kNow) == later.not_before);
  CHECK(frontier.clear().size() == 1);
}
