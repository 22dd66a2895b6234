// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/searchd/http/raw_client.h"

#include <atomic>
#include <deque>
#include <future>
#include <memory>
#include <optional>
#include <semaphore>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>
#include <pwd.h>
#include <unistd.h>

using namespace trawl::test;
using namespace std::chrono_literals;
using trawl::searchd::HttpLimits;

namespace {

const std::string kFollowing = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

/// Limits that run out while a test waits.
HttpLimits short_limits() {
  HttpLimits limits;
  limits.request_time = 300ms;
  limits.idle_time = 300ms;
  limits.idle_time_under_load = 300ms;
  limits.answer_time = 500ms;
  limits.linger_time = 200ms;
  return limits;
}

struct Row {
  const char* what;
  std::string bytes;
  int status;
};

} // namespace

TEST_CASE("front: what two parsers could read differently is refused, and nothing after it is answered", "[searchd]") {
  const TestServer server(short_limits());
  const std::string get = "GET /healthz HTTP/1.1\r\n";
  const std::string post = "POST /v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  const std::vector<Row> rows{
      {"length and chunks", post + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}", 400},
      {"two lengths", post + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", 400},
      {"two lengths in one", post + "Content-Length: 2, 2\r\n\r\n{}", 400},
      {"signed length", post + "Content-Length: +2\r\n\r\n{}", 400},
      {"length in words", post + "Content-Length: abc\r\n\r\n{}", 400},
      {"empty length", post + "Content-Length:\r\n\r\n{}", 400},
      {"other coding", post + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 400},
      {"two codings", post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
      {"vertical tab in coding", post + "Transfer-Encoding: \vchunked\r\n\r\n0\r\n\r\n", 400},
      {"blank before colon", get + "Host: localhost\r\nContent-Length : 0\r\n\r\n", 400},
      {"folded header", get + "Host: localhost\r\nX-A: 1\r\n 2\r\n\r\n", 400},
      {"bare LF", "GET /healthz HTTP/1.1\nHost: localhost\n\n", 400},
      {"bare CR", get + "Host: localhost\rX: 1\r\n\r\n", 400},
      {"NUL in a header", get + std::string("Host: localhost\r\nX: a\0b\r\n\r\n", 28), 400},
      {"no Host", get + "\r\n", 400},
      {"two Hosts", get + "Host: localhost\r\nHost: localhost\r\n\r\n", 400},
      {"body on GET", get + "Host: localhost\r\nContent-Length: 3\r\n\r\nGET", 400},
      {"chunks on GET", get + "Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
      {"empty line first", "\r\n" + get + "Host: localhost\r\n\r\n", 400},
      {"absolute form", "GET http://localhost/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", 400},
      {"no version", "GET /healthz\r\nHost: localhost\r\n\r\n", 400},
      {"HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
      {"POST without length", post + "\r\n", 411},
      {"gzip body", post + "Content-Length: 2\r\nContent-Encoding: gzip\r\n\r\n{}", 415},
      {"other expectation", post + "Content-Length: 2\r\nExpect: magic\r\n\r\n{}", 417},
      {"malformed chunk size", post + "Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n", 400},
      {"chunk longer than said", post + "Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n", 400},
      {"trailer", post + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: 1\r\n\r\n", 400},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    const std::string answer = server.exchange(row.bytes + kFollowing);
    CHECK(status_of(answer) == row.status);
    CHECK(count_answers(answer) == 1);
    CHECK(answer.contains("application/problem+json"));
  }
}

TEST_CASE("front: long lines, many headers and large bodies have statuses of their own", "[searchd]") {
  const TestServer server(short_limits());
  const std::string get = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n";
  const std::string post = "POST /v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  std::string many;
  for (int i = 0; i < 10'000; ++i) many += "A:\r\n";
  std::string sixty_four;
  for (int i = 0; i < 64; ++i) sixty_four += "A: 1\r\n";
  CHECK(status_of(server.exchange("GET /" + std::string(100'000, 'a') + " HTTP/1.1\r\n")) == 414);
  const auto line_of = [](std::size_t size) {
    const std::string rest = " HTTP/1.1\r\n";
    return "GET /" + std::string(size - rest.size() - 5, 'a') + rest + "Host: localhost\r\nConnection: close\r\n\r\n";
  };
  CHECK(status_of(server.exchange(line_of(8192))) == 404);
  const std::string too_long = server.exchange(line_of(8193));
  CHECK(status_of(too_long) == 414);
  CHECK(too_long.contains("\"title\":\"URI too long\""));
  CHECK(status_of(server.exchange(get + "X: " + std::string(100'000, 'a') + "\r\n\r\n")) == 431);
  CHECK(status_of(server.exchange(get + many + "\r\n")) == 431);
  CHECK(status_of(server.exchange(get + sixty_four + "\r\n")) == 431);
  CHECK(status_of(server.exchange(post + "Content-Length: 65537\r\n\r\n")) == 413);
  CHECK(status_of(server.exchange(post + "Content-Length: 99999999999999999999999\r\n\r\n")) == 413);
  CHECK(status_of(server.exchange(post + "Transfer-Encoding: chunked\r\n\r\n10001\r\n")) == 413);
  CHECK(status_of(server.exchange(post + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n")) == 413);
  std::string crumbs;
  for (int i = 0; i < 20'000; ++i) crumbs += "1\r\na\r\n";
  CHECK(status_of(server.exchange(post + "Transfer-Encoding: chunked\r\n\r\n" + crumbs)) == 413);
}

TEST_CASE("front: a body comes by length, in chunks, or after 100 Continue", "[searchd]") {
  const TestServer server(short_limits());
  const std::string post =
      "POST /v1/search HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n";
  CHECK(server.exchange(post + "Content-Length: 15\r\n\r\n{\"q\": \"flash\" }").contains("\"q\":\"flash\""));
  CHECK(server.exchange(post + "Transfer-Encoding: chunked\r\n\r\n6;x=y\r\n{\"q\": \r\n7\r\n\"tiny\"}\r\n0\r\n\r\n")
            .contains("\"q\":\"tiny\""));
  const RawClient client(server.port());
  client.send(post + "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n");
  CHECK(client.read_head() == "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("{}");
  CHECK(status_of(client.read_to_end()) == 200);
}

TEST_CASE("front: requests sent ahead are answered in their order", "[searchd]") {
  const TestServer server(short_limits());
  const std::string first = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const std::string second = "GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const std::string answers = server.exchange(first + second + kFollowing);
  CHECK(count_answers(answers) == 3);
  CHECK(answers.find("404") < answers.rfind("200"));
  CHECK(answers.find("200") < answers.find("404"));
}

TEST_CASE("front: a request that has come is answered, although a newcomer may have its connection's place",
          "[searchd]") {
  HttpLimits limits;
  limits.connections = 2;
  limits.grace_time = std::chrono::milliseconds(0);
  const auto front =
      std::move(*trawl::searchd::HttpFront::open(std::move(*trawl::searchd::Listener::bind({"127.0.0.1", 0})), limits));
  std::atomic<bool> is_to_wait = false;
  std::promise<void> busy, free;
  std::thread thread([&] {
    front->run(
        1,
        [](const auto&) {
          return [](const trawl::searchd::RawRequest& request) {
            const bool is_last = request.request.path == "/early"; // the other connection must not make room by ending
            return trawl::searchd::RawResponse{"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", is_last};
          };
        },
        [&] {
          if (!is_to_wait.exchange(false)) return;
          busy.set_value();
          free.get_future().wait();
        });
  });
  const auto request = [](const std::string& path) { return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n"; };
  const RawClient early(front->endpoint().port), other(front->endpoint().port);
  other.send(request("/other"));
  CHECK(status_of(other.read_head()) == 200); // so the early one was accepted
  is_to_wait = true;
  busy.get_future().wait();
  const RawClient newcomer(front->endpoint().port); // is there before the request of the early one
  early.send(request("/early"));
  free.set_value();
  CHECK(status_of(early.read_to_end()) == 200);
  front->stop();
  thread.join();
}

TEST_CASE("front: a connection that was accepted before a stop is answered after it", "[searchd]") {
  HttpLimits limits;
  limits.last_request_time = std::chrono::seconds(10);
  const auto front =
      std::move(*trawl::searchd::HttpFront::open(std::move(*trawl::searchd::Listener::bind({"127.0.0.1", 0})), limits));
  const trawl::searchd::RawResponse answer{"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", true};
  std::promise<void> ended;
  std::thread thread([&] {
    front->run(1, [&](const auto&) { return [&](const auto&) { return answer; }; });
    ended.set_value();
  });
  const RawClient early(front->endpoint().port), begun(front->endpoint().port), next(front->endpoint().port);
  begun.send(kFollowing.substr(0, 20));
  next.send(kFollowing);
  CHECK(status_of(next.read_to_end()) == 200); // so the others were accepted
  front->stop();
  CHECK(ended.get_future().wait_for(300ms) == std::future_status::timeout); // longer than it takes to notice the stop
  early.send(kFollowing);
  begun.send(kFollowing.substr(20));
  CHECK(status_of(early.read_to_end()) == 200);
  CHECK(status_of(begun.read_to_end()) == 200);
  thread.join();
}

TEST_CASE("front: dripping, silent and idle clients are closed, and others are served meanwhile", "[searchd]") {
  const TestServer server(short_limits());
  std::vector<RawClient> drips;
  for (int i = 0; i < 200; ++i) {
    drips.emplace_back(server.port());
    drips.back().send(i % 2 == 0 ? "GET /healthz HT"
                                 : "POST /v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{");
  }
  CHECK(status_of(server.get("/healthz")) == 200);
  for (const RawClient& drip : drips) CHECK(drip.read_to_end().empty());
}

TEST_CASE("front: a client that does not read its answer holds no thread", "[searchd]") {
  const TestServer server(short_limits());
  std::string requests;
  for (int i = 0; i < 2'000; ++i) requests += "GET /page.css HTTP/1.1\r\nHost: localhost\r\n\r\n";
  std::vector<RawClient> lazy;
  for (int i = 0; i < 8; ++i) {
    lazy.emplace_back(server.port(), 2'048);
    lazy.back().send(std::string_view(requests).substr(0, 46 * 200));
  }
  CHECK(status_of(server.get("/healthz")) == 200);
}

TEST_CASE("front: a client with too many connections is told so, while others are served", "[searchd]") {
  HttpLimits limits;
  limits.connections_per_client = 3;
  limits.is_loopback_one_client = true;
  const TestServer server(limits);
  const auto status_from = [&](const char* address) {
    const RawClient client(server.port(), 0, address);
    client.send(kFollowing);
    return status_of(client.read_to_end());
  };
  {
    std::vector<RawClient> greedy;
    for (int i = 0; i < 3; ++i) {
      greedy.emplace_back(server.port(), 0, "127.0.0.2");
      greedy.back().send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
      CHECK(status_of(greedy.back().read_head()) == 200);
    }
    CHECK(status_from("127.0.0.2") == 429);
    CHECK(status_from("127.0.0.3") == 200);
  }
}

TEST_CASE("front: connections over loopback do not count as those of one client", "[searchd]") {
  HttpLimits limits;
  limits.connections_per_client = 3;
  const TestServer server(limits);
  std::vector<RawClient> many;
  for (int i = 0; i < 6; ++i) many.emplace_back(server.port());
  CHECK(status_of(server.get("/healthz")) == 200);
}

TEST_CASE("front: of a burst over the cap every request is answered", "[searchd]") {
  HttpLimits limits;
  limits.connections = 8;
  limits.waiting_requests = 2;
  const TestServer server(limits);
  std::vector<RawClient> burst;
  for (int i = 0; i < 100; ++i) {
    burst.emplace_back(server.port());
    burst.back().send(kFollowing);
  }
  for (const RawClient& client : burst) {
    const int status = status_of(client.read_to_end());
    CHECK((status == 200 || status == 429));
  }
}

TEST_CASE("front: a connection serves as many requests as it may, and the last answer says that it closes",
          "[searchd]") {
  HttpLimits limits = short_limits();
  limits.requests_per_connection = 2;
  const TestServer server(limits);
  const std::string one = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const std::string answers = server.exchange(one + one + one);
  CHECK(count_answers(answers) == 2);
  const std::size_t second = answers.find("HTTP/1.1 ", 1);
  REQUIRE(second != std::string::npos);
  CHECK_FALSE(answers.substr(0, second).contains("\r\nConnection: close\r\n"));
  CHECK(answers.substr(second).contains("\r\nConnection: close\r\n"));
}

TEST_CASE("front: a header that is too long and a method that does not exist get a problem document", "[searchd]") {
  const TestServer server(short_limits());
  const auto with_header = [&](std::size_t length) {
    return server.get("/healthz", "X: " + std::string(length - 3, 'a') + "\r\n");
  };
  CHECK(status_of(with_header(8'000)) == 200);
  for (const std::size_t length : {8'001u, 8'192u, 30'000u}) {
    const std::string answer = with_header(length);
    CHECK(status_of(answer) == 431);
    CHECK(answer.contains("application/problem+json"));
  }
  const std::string answer = server.exchange("BREW /pot HTTP/1.1\r\nHost: localhost\r\n\r\n");
  CHECK(status_of(answer) == 501);
  CHECK(answer.contains("application/problem+json"));
}

TEST_CASE("front: a client with too many requests is told to come back, and health is still known", "[searchd]") {
  HttpLimits limits = short_limits();
  limits.waiting_per_client = 0;
  limits.is_loopback_one_client = true;
  const TestServer server(limits);
  const std::string busy = server.get("/v1/stats");
  CHECK(status_of(busy) == 429);
  CHECK(busy.contains("\r\nRetry-After: 5\r\n"));
  CHECK(busy.contains("problems/busy\""));
  CHECK(status_of(server.get("/healthz")) == 200);
  CHECK(status_of(server.get("/readyz")) == 200); // others have room
}

namespace {

/// A front of one thread, which answers nothing before `release`. It trusts a proxy at 127.0.0.2.
class HeldFront {
 public:
  explicit HeldFront(const HttpLimits& limits)
      : front_(std::move(*trawl::searchd::HttpFront::open(std::move(*trawl::searchd::Listener::bind({"127.0.0.1", 0})),
                                                          limits, trawl::searchd::TrustedProxies({"127.0.0.2"})))),
        thread_([this] {
          front_->run(1, [this](const auto&) {
            return [this](const trawl::searchd::RawRequest&) {
              running_.release();
              gate_.acquire();
              return trawl::searchd::RawResponse{"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", true};
            };
          });
        }) {
    ask("127.0.0.1", "/");
    running_.acquire();
  }
  ~HeldFront() {
    release();
    front_->stop();
    thread_.join();
  }
  void release() { gate_.release(1'000); }
  const RawClient& ask(const char* from, const std::string& path, const std::string& headers = "") {
    clients.emplace_back(front_->endpoint().port, 0, from);
    clients.back().send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n");
    return clients.back();
  }
  std::deque<RawClient> clients;

 private:
  std::unique_ptr<trawl::searchd::HttpFront> front_;
  std::counting_semaphore<> running_{0}, gate_{0};
  std::thread thread_;
};

} // namespace

TEST_CASE("front: behind a trusted proxy clients are identified by their own addresses, and nobody else is believed",
          "[searchd]") {
  HttpLimits limits = short_limits();
  limits.waiting_per_client = 1;
  HeldFront held(limits);
  const std::string first = "X-Forwarded-For: 192.0.2.1\r\n", second = "X-Forwarded-For: 192.0.2.2\r\n";
  held.ask("127.0.0.2", "/", first);
  held.ask("127.0.0.2", "/", second);
  for (const char* many : {"127.0.0.1", "127.0.0.2"}) { // on this machine, and behind the proxy
    for (int i = 0; i < 2; ++i) held.ask(many, "/");
  }
  for (int i = 0; i < 2; ++i) held.ask("127.0.0.1", "/", first);
  CHECK(status_of(held.ask("127.0.0.2", "/", first).read_to_end()) == 429);
  CHECK(status_of(held.ask("127.0.0.2", "/", second).read_to_end()) == 429);
  held.release();
  for (std::size_t i = 0; i + 2 < held.clients.size(); ++i) CHECK(status_of(held.clients[i].read_to_end()) == 200);
}

TEST_CASE("front: while everybody is refused, the server is not ready, and afterwards it is", "[searchd]") {
  HttpLimits limits = short_limits();
  limits.waiting_requests = 1;
  limits.short_wait = 0ms;
  HeldFront held(limits);
  const RawClient& waiting = held.ask("127.0.0.1", "/");
  CHECK(status_of(held.ask("127.0.0.1", "/").read_to_end()) == 429);
  const std::string unready = held.ask("127.0.0.1", "/readyz").read_to_end();
  CHECK(status_of(unready) == 503);
  CHECK(unready.contains("\r\nRetry-After: 5\r\n"));
  held.release();
  CHECK(status_of(waiting.read_to_end()) == 200);
  CHECK(status_of(held.ask("127.0.0.1", "/readyz").read_to_end()) == 200);
  CHECK(status_of(held.ask("127.0.0.1", "/").read_to_end()) == 200);
}

TEST_CASE("front: a request is met whole however it is cut", "[searchd]") {
  const TestServer server;
  const RawClient client(server.port());
  for (const char c : kFollowing) client.send(std::string_view(&c, 1));
  CHECK(status_of(client.read_to_end()) == 200);
}

TEST_CASE("front: a second daemon on the port fails", "[searchd]") {
  const TestServer server;
  const auto second = trawl::searchd::Listener::bind({"127.0.0.1", server.port()});
  REQUIRE_FALSE(second);
  CHECK(second.error().code == trawl::ErrorCode::Usage);
  const passwd* const self = ::getpwuid(::getuid());
  REQUIRE(self != nullptr);
  CHECK(second.error().what == "a program of user " + std::string(self->pw_name) + " listens at this address");
}

TEST_CASE("front: a thousand ranges give one body", "[searchd]") {
  const TestServer server(short_limits());
  std::string ranges = "Range: bytes=0-";
  for (int i = 0; i < 999; ++i) ranges += ",0-";
  const std::string answer = server.get("/page.css", ranges + "\r\n");
  CHECK(status_of(answer) == 200);
  CHECK_FALSE(answer.contains("Content-Range"));
}

TEST_CASE("front: HEAD has the head of GET and no body", "[searchd]") {
  const TestServer server(short_limits());
  const std::string get = server.get("/healthz");
  const std::string head = server.exchange("HEAD /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  CHECK(status_of(head) == 200);
  CHECK(head.ends_with("\r\n\r\n"));
  CHECK(head.contains("Accept-Ranges: none\r\n")); // a Range is not obeyed
  CHECK(head.contains("Content-Length: 15\r\n"));
  CHECK(get.contains("Content-Length: 15\r\n"));
}
