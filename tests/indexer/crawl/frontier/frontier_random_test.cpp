// SPDX-License-Identifier: GPL-3.0-or-later
// The frontier against a list that is searched from its beginning.
#include "indexer/crawl/frontier/frontier.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::crawl;
using namespace std::chrono_literals;

namespace {

const fetch::Instant kStart = std::chrono::sys_days{std::chrono::year{2026} / 6 / 1};

Task task_of(TaskKind kind, const std::string& host, std::int64_t row, fetch::Instant not_before = {}) {
  Task task;
  task.kind = kind;
  task.url = "https://" + host + "/" + std::to_string(row);
  task.row = row;
  task.not_before = not_before;
  return task;
}

} // namespace

TEST_CASE("frontier: whatever is added comes out once, by kind and in order within its host", "[crawl]") {
  const unsigned seed = 20260708;
  std::mt19937 random(seed);
  for (int round = 0; round < 300; ++round) {
    INFO("seed " << seed << ", round " << round);
    fetch::Politeness politeness{{.delay = 0ms, .answer_time_factor = 0}};
    Frontier frontier(politeness);
    std::vector<Task> waiting;
    auto now = kStart;
    std::int64_t row = 0;
    for (int step = 0; step < 60 || !waiting.empty(); ++step) {
      if (step < 60 && random() % 2 == 0) {
        const auto kind = static_cast<TaskKind>(random() % 3);
        const auto task = task_of(kind, "h" + std::to_string(random() % 3) + ".example", ++row,
                                  random() % 4 == 0 ? now + std::chrono::seconds(random() % 5) : fetch::Instant{});
        waiting.push_back(task);
        frontier.add(task);
      } else {
        const bool pages = random() % 3 != 0 || step > 200;
        const auto may = [&](const Task& task) {
          return task.not_before <= now && (pages || task.kind != TaskKind::Page);
        };
        const auto next = frontier.next(now, pages);
        REQUIRE(next.has_value() == std::ranges::any_of(waiting, may));
        if (next) {
          // the first of the most urgent kind of that host
          const auto host = Frontier::host_of(next->url);
          const Task* best = nullptr;
          for (const Task& task : waiting) {
            if (may(task) && Frontier::host_of(task.url) == host && (!best || task.kind < best->kind)) best = &task;
          }
          REQUIRE(best);
          REQUIRE(next->row == best->row);
          std::erase_if(waiting, [&](const Task& task) { return task.row == next->row; });
        }
      }
      REQUIRE(frontier.size() == waiting.size());
      REQUIRE(frontier.empty() == waiting.empty());
      if (random() % 5 == 0) now += 1s;
    }
  }
}

TEST_CASE("frontier: hosts take turns, however many tasks one has", "[crawl]") {
  fetch::Politeness politeness{{.delay = 0ms, .answer_time_factor = 0}};
  Frontier frontier(politeness);
  for (int i = 0; i < 20; ++i) frontier.add(task_of(TaskKind::Page, "many.example", i));
  for (int i = 0; i < 2; ++i) frontier.add(task_of(TaskKind::Page, "few.example", 100 + i));
  std::map<std::string, int> first_four;
  for (int i = 0; i < 4; ++i) ++first_four[Frontier::host_of(frontier.next(kStart, true)->url)];
  CHECK(first_four["few.example"] == 2);
  CHECK(first_four["many.example"] == 2);
}

TEST_CASE("frontier: it says when to wake, and has a task then but not before", "[crawl]") {
  fetch::Politeness politeness{{.delay = 0ms, .answer_time_factor = 0}};
  Frontier frontier(politeness);
  CHECK_FALSE(frontier.wake_at(kStart, true));
  frontier.add(task_of(TaskKind::Page, "a.example", 1, kStart + 30s));
  frontier.add(task_of(TaskKind::Page, "b.example", 2, kStart + 20s));
  const auto wake = frontier.wake_at(kStart, true);
  REQUIRE(wake);
  CHECK(*wake == kStart + 20s);
  CHECK_FALSE(frontier.next(*wake - 1ms, true));
  CHECK(frontier.next(*wake, true)->row == 2);
  CHECK_FALSE(frontier.wake_at(kStart, false)); // only pages are left
  frontier.add(task_of(TaskKind::Seed, "c.example", 3));
  CHECK(frontier.wake_at(kStart, false) == kStart);
}

TEST_CASE("frontier: a host is closed between its requests", "[crawl]") {
  fetch::Politeness politeness{{.delay = 2'000ms, .answer_time_factor = 0}};
  Frontier frontier(politeness);
  frontier.add(task_of(TaskKind::Page, "a.example", 1));
  frontier.add(task_of(TaskKind::Page, "a.example", 2));
  const auto first = frontier.next(kStart, true);
  REQUIRE(first);
  frontier.started(first->url, kStart);
  CHECK_FALSE(frontier.next(kStart, true));
  CHECK_FALSE(frontier.wake_at(kStart, true)); // it waits for the answer
  fetch::Outcome answered;
  answered.status = 200;
  frontier.finished(first->url, answered, kStart + 100ms);
  const auto wake = frontier.wake_at(kStart + 100ms, true);
  REQUIRE(wake);
  CHECK(*wake >= kStart + 2'000ms);
  CHECK(frontier.next(*wake, true));
}

TEST_CASE("frontier: the tasks of one host can be taken out, all of them dropped", "[crawl]") {
  fetch::Politeness politeness{{.delay = 0ms, .answer_time_factor = 0}};
  Frontier frontier(politeness);
  frontier.add(task_of(TaskKind::Page, "a.example", 1));
  frontier.add(task_of(TaskKind::Robots, "a.example", 2));
  frontier.add(task_of(TaskKind::Page, "b.example", 3));
  CHECK(frontier.take_host("c.example").empty());
  const auto taken = frontier.take_host("a.example");
  REQUIRE(taken.size() == 2);
  CHECK(taken[0].kind == TaskKind::Robots);
  CHECK(frontier.size() == 1);
  frontier.clear();
  CHECK(frontier.empty());
  CHECK_FALSE(frontier.next(kStart, true));
}

TEST_CASE("frontier: the host of a URL is without port and in lower case, of no URL it is empty", "[crawl]") {
  CHECK(Frontier::host_of("https://Blog.Example:8443/a") == "blog.example");
  CHECK(Frontier::host_of("http://[::1]:80/") == "[::1]");
  CHECK(Frontier::host_of("no url").empty());
}
