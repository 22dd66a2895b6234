// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/frontier/frontier.h"
#include "shared/base/date_time.h"

#include <catch2/catch.hpp>

namespace frontier_test {

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

TEST_CASE("frontier: while one host waits, another has its turn", "[crawl]") {
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

TEST_CASE("frontier: robots.txt comes before seeds, seeds come before pages, and pages only if wanted", "[crawl]") {
  fetch::Politeness politeness(polite());
  Frontier frontier(politeness);
  auto seed = page("https://a.example/feed");
  seed.kind = TaskKind::Seed;
  auto robots = page("https://a.example/robots.txt");
  robots.kind = TaskKind::Robots;
  frontier.add(page("https://a.example/1"));
  frontier.add(seed);
  frontier.add(robots);
  CHECK(frontier.next(kNow, false)->kind == TaskKind::Robots);
  CHECK(frontier.next(kNow, false)->kind == TaskKind::Seed);
  CHECK_FALSE(frontier.next(kNow, false));
  CHECK(frontier.next(kNow, true)->kind == TaskKind::Page);
}

TEST_CASE("frontier: a host that is closed for long is reported, and its tasks can be taken out", "[crawl]") {
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

TEST_CASE("frontier: without pages there is nothing to wake up for", "[crawl]") {
  fetch::Politeness politeness(polite());
  Frontier frontier(politeness);
  frontier.add(page("https://a.example/1"));
  CHECK(frontier.wake_at(kNow, true) == fetch::Instant(kNow));
  CHECK_FALSE(frontier.wake_at(kNow, false));
}

TEST_CASE("frontier: a task that must wait does not block others", "[crawl]") {
  fetch::Politeness politeness(polite());
  Frontier frontier(politeness);
  auto later = page("https://a.example/later");
  later.not_before = fetch::Instant(kNow) + 10s;
  frontier.add(later);
  frontier.add(page("https://a.example/now"));
  CHECK(frontier.next(kNow, true)->url == "https://a.example/now");
  CHECK_FALSE(frontier.next(kNow, true));
  CHECK(frontier.wake_at(kNow, true) == later.not_before);
  frontier.clear();
  CHECK(frontier.empty());
  CHECK_FALSE(frontier.wake_at(kNow, true));
}

} // namespace frontier_test
