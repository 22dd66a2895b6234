// SPDX-License-Identifier: GPL-3.0-or-later
// Whose connection makes room for a newcomer when all places are taken.
#include "searchd/http/http_front.h"

#include "tests/searchd/http/raw_client.h"

#include <chrono>
#include <deque>
#include <future>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

namespace front_room_test {

using namespace trawl::test;
using trawl::searchd::HttpLimits;

namespace {

const std::string kHealth = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

} // namespace

TEST_CASE("front: over the cap the client that waits longest makes room", "[searchd]") {
  HttpLimits limits;
  limits.connections = 8;
  limits.idle_time_under_load = std::chrono::minutes(1); // so that only the cap closes a connection
  const TestServer server(limits);
  std::vector<RawClient> idle;
  for (int i = 0; i < 20; ++i) idle.emplace_back(server.port());
  CHECK(status_of(server.get("/healthz")) == 200);
  CHECK(status_of(idle.front().read_to_end()) == 429);
}

TEST_CASE("front: a client that sends its request after its place was taken is told to come back", "[searchd]") {
  HttpLimits limits;
  limits.connections = 4;
  limits.grace_time = std::chrono::milliseconds(0);
  const TestServer server(limits);
  const RawClient early(server.port()), begun(server.port());
  begun.send("GET /healthz HT");
  CHECK(status_of(server.get("/healthz")) == 200); // both have waited longer than those that follow
  std::vector<RawClient> newcomers;
  for (int i = 0; i < 8; ++i) newcomers.emplace_back(server.port());
  CHECK(status_of(server.get("/healthz")) == 200);
  early.send(kHealth);
  begun.send("TP/1.1\r\nHost: localhost\r\n\r\n");
  for (const RawClient* client : {&early, &begun}) {
    const std::string answer = client->read_to_end();
    CHECK(status_of(answer) == 429);
    CHECK(answer.contains("\r\nRetry-After: "));
  }
}

TEST_CASE("front: a connection whose requests were all answered makes room without a further answer", "[searchd]") {
  HttpLimits limits;
  limits.connections = 2;
  limits.grace_time = std::chrono::milliseconds(0);
  const TestServer server(limits);
  const RawClient kept(server.port());
  kept.send("HEAD /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  CHECK(status_of(kept.read_head()) == 200);
  std::vector<RawClient> newcomers;
  for (int i = 0; i < 4; ++i) newcomers.emplace_back(server.port());
  CHECK(status_of(server.get("/healthz")) == 200);
  CHECK(kept.is_closed());
}

TEST_CASE("front: clients that do not read make room after their time", "[searchd]") {
  HttpLimits limits;
  limits.connections = 4;
  limits.reading_time = std::chrono::milliseconds(100);
  const TestServer server(limits);
  std::string requests;
  for (int i = 0; i < 400; ++i) requests += "GET /page.css HTTP/1.1\r\nHost: localhost\r\n\r\n";
  std::vector<RawClient> lazy;
  for (int i = 0; i < 4; ++i) {
    lazy.emplace_back(server.port(), 2'048);
    lazy.back().send(requests);
  }
  CHECK(status_of(server.get("/healthz")) == 200);
}

TEST_CASE("front: health is known although every connection is being served", "[searchd]") {
  HttpLimits limits;
  limits.connections = 3;
  std::promise<void> free;
  std::counting_semaphore<> busy{0};
  const auto front =
      std::move(*trawl::searchd::HttpFront::open(std::move(*trawl::searchd::Listener::bind({"127.0.0.1", 0})), limits));
  const auto is_free = free.get_future().share();
  std::thread thread([&] {
    front->run(3, [&](const auto&) {
      return [&](const trawl::searchd::RawRequest& request) {
        if (request.request.path == "/busy") {
          busy.release();
          is_free.wait();
        }
        return trawl::searchd::RawResponse{"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", true};
      };
    });
  });
  const auto ask = [](const RawClient& client, const std::string& path) {
    client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  };
  std::deque<RawClient> served, others;
  for (int i = 0; i < 3; ++i) ask(served.emplace_back(front->endpoint().port), "/busy");
  for (int i = 0; i < 3; ++i) busy.acquire();
  for (int i = 0; i < 40; ++i) {
    const RawClient& other = others.emplace_back(front->endpoint().port);
    if (i % 2 == 0) ask(other, "/other");
  }
  for (int i = 0; i < 30; ++i) { // more than there are places for them
    const RawClient check(front->endpoint().port);
    ask(check, i % 2 == 0 ? "/healthz" : "/readyz");
    CHECK(status_of(check.read_to_end()) == 200);
  }
  free.set_value();
  for (std::size_t i = 0; i < others.size(); i += 2) CHECK(status_of(others[i].read_to_end()) == 200);
  front->stop();
  thread.join();
}

TEST_CASE("front: a client has time to read its answer although newcomers wait", "[searchd]") {
  HttpLimits limits;
  limits.connections = 1;
  limits.grace_time = std::chrono::milliseconds(0);
  limits.reading_time = std::chrono::hours(1);
  const TestServer server(limits);
  const RawClient lazy(server.port(), 2'048);
  std::string requests;
  for (int i = 0; i < 400; ++i) requests += "GET /page.css HTTP/1.1\r\nHost: localhost\r\n\r\n";
  lazy.send(requests + kHealth);
  CHECK(lazy.read_head().starts_with("HTTP/1.1 200 OK\r\n"));
  const RawClient newcomer(server.port());
  newcomer.send(kHealth);
  std::size_t answers = 0;
  const std::string read = lazy.read_to_end();
  for (std::size_t at = read.find("HTTP/1.1 200"); at != std::string::npos; at = read.find("HTTP/1.1 200", at + 1))
    ++answers;
  CHECK(answers >= 399); // but for the first, which may have come alone
  CHECK(status_of(newcomer.read_to_end()) == 200);
}

} // namespace front_room_test
