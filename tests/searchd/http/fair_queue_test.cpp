// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/fair_queue.h"

#include <map>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace fair_queue_test {

using namespace std::chrono_literals;
using trawl::searchd::FairQueue;
using trawl::searchd::WaitingRequest;

namespace {

WaitingRequest asked(std::uint64_t connection, const std::string& client) {
  return {connection, client, {.head = std::to_string(connection)}};
}

/// The clients in the order in which a single worker serves them; each request takes `spent`.
std::string served(FairQueue& queue, std::chrono::nanoseconds spent = 1ms) {
  std::string order;
  while (const auto next = queue.pop()) {
    order += next->client;
    queue.finish(next->client, spent);
  }
  return order;
}

} // namespace

TEST_CASE("fair queue: a single client is served in the order of its requests", "[searchd]") {
  FairQueue queue(10);
  for (std::uint64_t i = 0; i < 5; ++i) CHECK_FALSE(queue.push(asked(i, "a")));
  for (std::uint64_t i = 0; i < 5; ++i) CHECK(queue.pop()->connection == i);
  CHECK_FALSE(queue.pop());
}

TEST_CASE("fair queue: beyond its capacity there is room for what is likely to be answered in time", "[searchd]") {
  FairQueue queue(2, 100ms);
  CHECK_FALSE(queue.push(asked(0, "a")));
  CHECK_FALSE(queue.push(asked(1, "a")));
  CHECK(queue.push(asked(2, "a"))); // nothing is known yet
  served(queue, 1ms);
  std::uint64_t waiting = 0;
  while (!queue.push(asked(waiting, "a"))) ++waiting;
  CHECK(waiting == 100);
  served(queue, 90ms); // once requests take longer, fewer may wait
  waiting = 0;
  while (!queue.push(asked(waiting, "a"))) ++waiting;
  CHECK(waiting == 2);
}

TEST_CASE("fair queue: within its capacity, there is no room for what would wait for very long", "[searchd]") {
  FairQueue queue(128, 500ms);
  queue.push(asked(0, "a"));
  served(queue, 2s); // as of a cluster that is slow
  std::uint64_t waiting = 0;
  while (!queue.push(asked(waiting, "a"))) ++waiting;
  CHECK(waiting == 5);
}

TEST_CASE("fair queue: what was let in before it was known how long requests take is refused, too", "[searchd]") {
  FairQueue queue(128, 500ms);
  for (std::uint64_t i = 0; i < 64; ++i) CHECK_FALSE(queue.push(asked(i, "a")));
  CHECK_FALSE(queue.refuse());
  queue.finish(queue.pop()->client, 2s);
  for (std::uint64_t newest = 63; newest > 5; --newest) CHECK(queue.refuse()->connection == newest);
  CHECK_FALSE(queue.refuse());
}

TEST_CASE("fair queue: a newcomer waits for no more than what runs", "[searchd]") {
  FairQueue queue(100);
  for (std::uint64_t i = 0; i < 20; ++i) queue.push(asked(i, "a"));
  const auto running = queue.pop();
  queue.push(asked(100, "b"));
  queue.finish(running->client, 1s);
  CHECK(queue.pop()->client == "b");
}

TEST_CASE("fair queue: two clients get equal time, however long their requests take", "[searchd]") {
  FairQueue queue(1'000);
  for (std::uint64_t i = 0; i < 300; ++i) queue.push(asked(i, i % 2 == 0 ? "slow" : "fast"));
  std::map<std::string, std::chrono::nanoseconds> spent;
  for (int i = 0; i < 110; ++i) {
    const auto next = queue.pop();
    const auto time = next->client == "slow" ? 10ms : 1ms;
    spent[next->client] += time;
    queue.finish(next->client, time);
  }
  CHECK(spent["slow"] - spent["fast"] <= 10ms);
  CHECK(spent["fast"] - spent["slow"] <= 10ms);
}

TEST_CASE("fair queue: who was away gets no more than the others afterwards", "[searchd]") {
  FairQueue queue(100);
  queue.push(asked(0, "a"));
  for (std::uint64_t i = 1; i < 50; ++i) queue.push(asked(i, "a"));
  for (int i = 0; i < 40; ++i) queue.finish(queue.pop()->client, 1s);
  for (std::uint64_t i = 50; i < 55; ++i) queue.push(asked(i, "b"));
  const std::string order = served(queue, 1s).substr(0, 10);
  CHECK(std::ranges::count(order, 'a') >= 4); // and not five of b first
}

TEST_CASE("fair queue: requests that run count before they are finished", "[searchd]") {
  FairQueue queue(100);
  for (std::uint64_t i = 0; i < 4; ++i) queue.push(asked(i, "a"));
  CHECK(queue.pop()->client == "a");
  CHECK(queue.pop()->client == "a");
  queue.push(asked(9, "b"));
  CHECK(queue.pop()->client == "b");
}

TEST_CASE("fair queue: when it is full, the client with the most requests gives one up", "[searchd]") {
  FairQueue queue(3);
  queue.push(asked(1, "a"));
  queue.push(asked(2, "a"));
  queue.push(asked(3, "a"));
  CHECK(queue.push(asked(4, "b"))->connection == 3);
  CHECK(queue.push(asked(5, "a"))->connection == 5);
  CHECK(queue.size() == 3);
  FairQueue none(0);
  CHECK(none.push(asked(1, "a"))->connection == 1);
  CHECK(none.empty());
}

TEST_CASE("fair queue: the request of a connection that is gone is not served", "[searchd]") {
  FairQueue queue(10);
  queue.push(asked(1, "a"));
  queue.push(asked(2, "a"));
  queue.remove(1);
  queue.remove(77);
  CHECK(queue.size() == 1);
  CHECK(queue.pop()->connection == 2);
}

TEST_CASE("fair queue: every request is served once or refused once, in any sequence", "[searchd]") {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    FairQueue queue(random() % 8, std::chrono::milliseconds(random() % 2));
    std::map<std::uint64_t, int> ends;
    std::vector<std::string> running;
    std::uint64_t next = 0;
    for (int step = 0; step < 200; ++step) {
      switch (random() % 3) {
      case 0: {
        const std::uint64_t connection = next++;
        if (const auto refused = queue.push(asked(connection, std::string(1, static_cast<char>('a' + random() % 4)))))
          ++ends[refused->connection];
        break;
      }
      case 1:
        if (const auto request = queue.pop()) {
          ++ends[request->connection];
          running.push_back(request->client);
        }
        break;
      default:
        if (running.empty()) break;
        queue.finish(running.back(), std::chrono::milliseconds(random() % 20));
        running.pop_back();
        while (const auto refused = queue.refuse()) ++ends[refused->connection];
      }
    }
    while (const auto request = queue.pop()) ++ends[request->connection];
    CHECK(queue.empty());
    CHECK(ends.size() == next);
    for (const auto& [connection, times] : ends) REQUIRE(times == 1);
  }
}

} // namespace fair_queue_test
