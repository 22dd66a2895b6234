// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/request_queue.h"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <utility>

#include <catch2/catch.hpp>

namespace request_queue_test {

using namespace std::chrono_literals;
using trawl::searchd::RequestQueue;
using trawl::searchd::WaitingRequest;
using TimePoint = RequestQueue::TimePoint;

namespace {

constexpr TimePoint kBegin{1h};
constexpr std::size_t kDear = trawl::searchd::HttpLimits().dear_weight + 1;

WaitingRequest asked(std::uint64_t connection, const std::string& client = "") {
  return {connection, client, {{.path = std::to_string(connection)}}};
}

RequestQueue queue_of(std::size_t waiting, std::size_t per_client) {
  trawl::searchd::HttpLimits limits;
  limits.waiting_requests = waiting;
  limits.waiting_per_client = per_client;
  return RequestQueue(limits);
}

std::string served(RequestQueue& queue) {
  std::string order;
  while (const auto next = queue.pop()) order += next->request.request.path + " ";
  return order;
}

/// How long each request waits of a queue that one worker serves, in the order of the connections: each of them asks
/// again as soon as it is answered. `cost`: what a request of a connection takes.
template <typename Cost>
std::map<std::uint64_t, std::chrono::nanoseconds> longest_waits(std::uint64_t connections, int requests,
                                                                const Cost& cost) {
  RequestQueue queue = queue_of(connections, connections);
  std::map<std::uint64_t, std::chrono::nanoseconds> longest;
  TimePoint now = kBegin;
  for (std::uint64_t i = 0; i < connections; ++i) REQUIRE(queue.push(asked(i), now));
  for (int i = 0; i < requests; ++i) {
    const auto next = queue.pop();
    longest[next->connection] = std::max(longest[next->connection], now - next->since);
    now += cost(next->connection);
    REQUIRE(queue.push(asked(next->connection), now));
  }
  return longest;
}

} // namespace

TEST_CASE("request queue: of dear requests the lightest goes first, and the one that waited longest is late",
          "[searchd]") {
  RequestQueue queue = queue_of(10, 10);
  for (const int i : {1, 2, 3}) REQUIRE(queue.push(asked(static_cast<std::uint64_t>(i)), kBegin + i * 1ms));
  for (const std::size_t times : {10, 1, 9}) { // the first is not so much heavier than the third that it waits for it
    auto next = *queue.pop();
    CHECK_FALSE(queue.is_dear(next));
    next.weight = times * kDear;
    CHECK(queue.is_dear(next));
    CHECK(queue.put_back(next));
  }
  CHECK(queue.pop()->connection == 2);
  CHECK_FALSE(queue.has_late(kBegin + 10s));
  CHECK(queue.has_late(kBegin + 10s + 2ms));
  SECTION("late") {
    CHECK(queue.take_oldest().connection == 1);
    CHECK(served(queue) == "3 ");
  }
  SECTION("in time") { CHECK(served(queue) == "1 3 "); }
}

TEST_CASE("request queue: a dear request waits until no other does, the oldest first", "[searchd]") {
  RequestQueue queue = queue_of(2, 10);
  for (const int i : {1, 2, 3}) REQUIRE(queue.push(asked(static_cast<std::uint64_t>(i)), kBegin + i * 1ms));
  auto first = *queue.pop(), second = *queue.pop();
  first.weight = second.weight = kDear;
  CHECK(queue.is_dear(first));
  CHECK(queue.put_back(second));
  CHECK(queue.put_back(first));
  REQUIRE(queue.push(asked(4), kBegin + 4ms));
  auto fourth = *queue.pop();
  CHECK(fourth.connection == 4);
  CHECK_FALSE(queue.put_back(fourth));         // two wait already
  CHECK_FALSE(queue.is_refusing(kBegin + 9s)); // dear ones do not take the room of others
  CHECK(queue.has_late(kBegin + 11s));
  CHECK(queue.take_oldest().connection == 1);
  CHECK(served(queue) == "3 2 ");
  CHECK(queue.empty());
}

TEST_CASE("request queue: beside any number of dear requests, an honest one waits for no more than one", "[searchd]") {
  for (const std::uint64_t dear : {1, 8, 64, 500}) {
    RequestQueue queue = queue_of(1'000, 1'000);
    TimePoint now = kBegin, comes = kBegin + 50ms; // the honest one, again and again
    std::chrono::nanoseconds longest{};
    int answered = 0;
    for (std::uint64_t i = 1; i <= dear; ++i) REQUIRE(queue.push(asked(i), now));
    for (int i = 0; i < 5'000; ++i) {
      if (comes <= now) REQUIRE(queue.push(asked(0), std::exchange(comes, TimePoint::max())));
      auto next = *queue.pop();
      if (next.connection == 0) {
        longest = std::max<std::chrono::nanoseconds>(longest, now - next.since);
        ++answered;
        comes = (now += 1ms) + 50ms;
      } else if (queue.is_dear(next)) {
        now += 100ms;
        REQUIRE(queue.push(asked(next.connection), now));
      } else {
        next.weight = kDear;
        REQUIRE(queue.put_back(next));
      }
    }
    CAPTURE(dear);
    CHECK(answered > 1'000);
    CHECK(longest <= 100ms);
  }
}

TEST_CASE("request queue: of many connections that ask without a pause none waits much longer than the others",
          "[searchd]") {
  const auto waits = longest_waits(64, 10'000, [](std::uint64_t connection) { return 1ms + connection % 7 * 1ms; });
  CHECK(waits.size() == 64);
  for (const auto& [connection, longest] : waits) CHECK(longest < 2 * 64 * 4ms);
}

TEST_CASE("request queue: a burst of expensive requests does not hold up those that come after it", "[searchd]") {
  RequestQueue queue = queue_of(128, 128);
  for (std::uint64_t i = 0; i < 50; ++i) REQUIRE(queue.push(asked(i), kBegin));
  queue.pop();
  for (std::uint64_t i = 100; i < 105; ++i) {
    REQUIRE(queue.push(asked(i), kBegin + 1s));
    const auto first = queue.pop(), second = queue.pop(), third = queue.pop();
    CHECK((first->connection == i || second->connection == i || third->connection == i));
  }
}

TEST_CASE("request queue: a client has its share, and who is not limited has as much as there is", "[searchd]") {
  RequestQueue queue = queue_of(10, 2);
  CHECK(queue.push(asked(1, "a"), kBegin));
  CHECK(queue.push(asked(2, "a"), kBegin));
  CHECK_FALSE(queue.push(asked(3, "a"), kBegin));
  CHECK(queue.push(asked(4, "b"), kBegin));
  CHECK_FALSE(queue.is_refusing(kBegin));
  for (std::uint64_t i = 5; i < 9; ++i) CHECK(queue.push(asked(i), kBegin));
  queue.pop();
  CHECK(queue.push(asked(3, "a"), kBegin)); // one of its requests is being answered
}

TEST_CASE("request queue: beyond its capacity there is room while requests are answered soon", "[searchd]") {
  RequestQueue queue = queue_of(3, 100);
  for (std::uint64_t i = 0; i < 20; ++i) REQUIRE(queue.push(asked(i), kBegin + i * 100ms));
  CHECK(queue.push(asked(20), kBegin + 2s));
  CHECK_FALSE(queue.push(asked(21), kBegin + 2s + 1ms));
  CHECK(queue.is_refusing(kBegin + 2s + 1ms));
  queue.pop(); // the oldest
  CHECK(queue.push(asked(21), kBegin + 2s + 1ms));
}

TEST_CASE("request queue: within its capacity nothing is refused until requests wait for very long", "[searchd]") {
  RequestQueue queue = queue_of(3, 100);
  REQUIRE(queue.push(asked(0), kBegin));
  CHECK(queue.push(asked(1), kBegin + 10s));
  CHECK_FALSE(queue.push(asked(2), kBegin + 10s + 1ms));
  CHECK(queue.has_late(kBegin + 10s + 1ms));
  CHECK(queue.take_oldest().connection == 0);
  CHECK_FALSE(queue.has_late(kBegin + 10s + 1ms));
  CHECK(queue.push(asked(2), kBegin + 10s + 1ms));
}

TEST_CASE("request queue: when nobody waits there is room, whatever was before", "[searchd]") {
  RequestQueue queue = queue_of(0, 1);
  for (int i = 0; i < 3; ++i) {
    const TimePoint now = kBegin + i * 19s; // each took so long
    CHECK(queue.push(asked(1, "a"), now));
    CHECK(queue.pop());
  }
}

TEST_CASE("request queue: the request of a connection that is gone is not served", "[searchd]") {
  RequestQueue queue = queue_of(10, 10);
  for (std::uint64_t i = 1; i <= 3; ++i) REQUIRE(queue.push(asked(i), kBegin));
  queue.remove(1);
  queue.remove(77);
  CHECK(served(queue) == "2 3 ");
}

TEST_CASE("request queue: every request is served once or refused once, in any sequence", "[searchd]") {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    RequestQueue queue = queue_of(random() % 8, 1 + random() % 4);
    std::map<std::uint64_t, int> ends;
    std::uint64_t next = 0;
    TimePoint now = kBegin;
    for (int step = 0; step < 200; ++step) {
      now += std::chrono::milliseconds(random() % 1'000);
      if (random() % 2 == 0) {
        const std::uint64_t connection = next++;
        ends[connection] = queue.push(asked(connection, std::string(random() % 3, 'a')), now) ? 0 : 1;
      } else if (const auto request = queue.pop()) {
        ++ends[request->connection];
      }
      while (random() % 8 == 0 && queue.has_late(now)) ++ends[queue.take_oldest().connection];
    }
    while (const auto request = queue.pop()) ++ends[request->connection];
    for (const auto& [connection, times] : ends) REQUIRE(times == 1);
  }
}

} // namespace request_queue_test
