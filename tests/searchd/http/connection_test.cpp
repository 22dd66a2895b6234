// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/connection.h"

#include <random>

#include <catch2/catch.hpp>

namespace connection_test {

using namespace std::chrono_literals;
using trawl::searchd::ChunkedBody;
using trawl::searchd::Connection;
using trawl::searchd::HttpLimits;
using trawl::searchd::TimePoint;
using State = trawl::searchd::Connection::State;

namespace {

const HttpLimits kLimits;
const TimePoint kStart{};

/// Every request that comes out of `bytes` when they come in pieces of up to `piece` bytes.
std::vector<std::string> requests_in(std::string_view bytes, std::size_t piece, std::mt19937& random) {
  Connection connection("127.0.0.1", kLimits, kStart);
  std::vector<std::string> requests;
  while (!bytes.empty() && connection.wants_bytes()) {
    const std::size_t count = std::min<std::size_t>(1 + random() % piece, bytes.size());
    connection.receive(bytes.substr(0, count), kStart);
    bytes.remove_prefix(count);
    while (connection.state() == State::Ready) {
      const auto request = connection.take_request(kStart).request;
      requests.push_back(request.method + " " + request.path + " " + std::string(request.header("Host")) + " " +
                         request.body);
      connection.answer({"done", false}, kStart);
      connection.sent(connection.unsent().size(), kStart);
    }
  }
  return requests;
}

} // namespace

TEST_CASE("connection: where bytes are cut changes nothing", "[searchd]") {
  const std::string stream =
      "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"
      "POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"
      "POST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;e=1\r\nde\r\n0\r\n\r\n"
      "GET /d HTTP/1.1\r\nHost: x\r\n\r\n";
  std::mt19937 random(3);
  const auto whole = requests_in(stream, stream.size() * 100, random);
  CHECK(whole == std::vector<std::string>{"GET /a x ", "POST /b x hello", "POST /c x abcde", "GET /d x "});
  for (int round = 0; round < 300; ++round) CHECK(requests_in(stream, 1 + random() % 40, random) == whole);
}

TEST_CASE("connection: its time for a request does not begin anew with each byte", "[searchd]") {
  Connection connection("127.0.0.1", kLimits, kStart);
  for (int i = 0; i < 6 && connection.wants_bytes(); ++i) {
    connection.receive("G", kStart + i * 900ms);
    connection.check_deadline(kStart + i * 900ms, false);
  }
  CHECK(connection.state() == State::Reading);
  connection.receive("E", kStart + 5'000ms);
  connection.check_deadline(kStart + 5'000ms, false);
  CHECK(connection.state() == State::Closed);
}

TEST_CASE("connection: idle ones have less time under load", "[searchd]") {
  Connection connection("127.0.0.1", kLimits, kStart);
  connection.check_deadline(kStart + 3s, false);
  CHECK(connection.state() == State::Idle);
  connection.check_deadline(kStart + 3s, true);
  CHECK(connection.state() == State::Closed);
}

TEST_CASE("connection: an answer not taken in time ends it, however slowly it goes", "[searchd]") {
  Connection connection("127.0.0.1", kLimits, kStart);
  connection.receive("GET / HTTP/1.1\r\nHost: x\r\n\r\n", kStart);
  connection.take_request(kStart);
  connection.answer({std::string(1'000, 'x'), false}, kStart);
  for (int i = 1; i <= 31; ++i) {
    connection.sent(1, kStart + i * 1s);
    connection.check_deadline(kStart + i * 1s, false);
  }
  CHECK(connection.state() == State::Closed);
}

TEST_CASE("connection: a refused client is listened to for a while, but not without end", "[searchd]") {
  Connection connection("127.0.0.1", kLimits, kStart);
  connection.receive("GET / HTTP/1.1\n", kStart);
  CHECK(connection.unsent().starts_with("HTTP/1.1 400 Bad Request\r\n"));
  connection.sent(connection.unsent().size(), kStart);
  CHECK(connection.state() == State::Lingering);
  Connection silent = connection;
  connection.receive(std::string(2 << 20, 'x'), kStart);
  CHECK(connection.state() == State::Closed);
  silent.check_deadline(kStart + kLimits.linger_time - 1ms, false);
  CHECK(silent.state() == State::Lingering);
  silent.check_deadline(kStart + kLimits.linger_time, false);
  CHECK(silent.state() == State::Closed);
}

TEST_CASE("connection: asked to finish, it closes between requests, and after its answer otherwise", "[searchd]") {
  Connection fresh("127.0.0.1", kLimits, kStart), idle("127.0.0.1", kLimits, kStart),
      busy("127.0.0.1", kLimits, kStart);
  fresh.finish_soon();
  CHECK(fresh.state() == State::Idle); // its first request may be on its way
  idle.receive("GET / HTTP/1.1\r\nHost: x\r\n\r\n", kStart);
  idle.take_request(kStart);
  idle.answer({"done", false}, kStart);
  idle.sent(4, kStart);
  REQUIRE(idle.state() == State::Idle);
  idle.finish_soon();
  CHECK(idle.state() == State::Closed);
  busy.receive("GET / HTTP/1.1\r\nHost: x\r\n\r\n", kStart);
  busy.take_request(kStart);
  busy.finish_soon();
  busy.answer({"done", false}, kStart);
  busy.sent(4, kStart);
  CHECK(busy.state() == State::Lingering);
}

} // namespace connection_test
