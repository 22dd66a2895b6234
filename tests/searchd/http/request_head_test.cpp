// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/request_head.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace request_head_test {

using namespace trawl::searchd;

namespace {

const HttpLimits kLimits;

/// The status of the refusal of a head with these lines; 0 if it is accepted.
int refused(const std::string& lines, const HttpLimits& limits = kLimits) {
  const auto head = check_head(lines + "\r\n", limits);
  return head ? 0 : head.error().status;
}

RequestHead accepted(const std::string& lines) {
  const auto head = check_head(lines + "\r\n", kLimits);
  REQUIRE(head);
  return *head;
}

/// The status of the refusal, with the request line and a Host before these lines.
int refused_header(const std::string& lines) { return refused("GET / HTTP/1.1\r\nHost: x\r\n" + lines); }

} // namespace

TEST_CASE("request head: a request line is method, path and version, one blank apart", "[searchd]") {
  struct Row {
    const char* line;
    int status;
  };
  for (const Row& row : {
           Row{"GET / HTTP/1.1", 0},
           {"GET /a?b=c&d=%20 HTTP/1.0", 0},
           {"GET /caf\xC3\xA9 HTTP/1.1", 0},
           {"!#$%&'*+-.^_`|~09azAZ / HTTP/1.1", 501},
           {"OPTIONS * HTTP/1.1", 0},
           {"GET * HTTP/1.1", 400},
           {"GET  / HTTP/1.1", 400},
           {"GET /  HTTP/1.1", 400},
           {"GET / HTTP/1.1 ", 400},
           {" GET / HTTP/1.1", 400},
           {"GET\t/ HTTP/1.1", 400},
           {"GET /a\tb HTTP/1.1", 400},
           {"GET /a#b HTTP/1.1", 400},
           {"GET /a\x7F HTTP/1.1", 400},
           {"GET http://x/ HTTP/1.1", 400},
           {"CONNECT x:443 HTTP/1.1", 400},
           {"GET", 400},
           {"GET /", 400},
           {"", 400},
           {"G@T / HTTP/1.1", 400},
           {"G\xC3\x89T / HTTP/1.1", 400},
           {"GET / HTTP/1.2", 505},
           {"GET / HTTP/2.0", 505},
           {"GET / HTTP/0.9", 505},
           {"GET / http/1.1", 400},
           {"GET / HTTP/1.10", 400},
           {"GET / HTTP/1", 400},
       }) {
    INFO(row.line);
    CHECK(refused(std::string(row.line) + "\r\nHost: x\r\n") == row.status);
  }
}

TEST_CASE("request head: header names are tokens, and values have no control characters but tabs", "[searchd]") {
  struct Row {
    std::string lines;
    int status;
  };
  for (const Row& row : {
           Row{"X: a\r\n", 0},      {"X:a\r\n", 0},           {"X:\r\n", 0},
           {"X: \t \r\n", 0},       {"X: a\tb\r\n", 0},       {"X: caf\xE9\r\n", 0},
           {"X: a:b::c\r\n", 0},    {": a\r\n", 400},         {"X\r\n", 400},
           {"X : a\r\n", 400},      {"X\t: a\r\n", 400},      {"X Y: a\r\n", 400},
           {"X(y): a\r\n", 400},    {"\"X\": a\r\n", 400},    {" X: a\r\n", 400},
           {"X: a\r\n b\r\n", 400}, {"X: a\r\n\tb\r\n", 400}, {std::string("X: a\0b\r\n", 8), 400},
           {"X: \x1b[2J\r\n", 400}, {"X: a\x7F\r\n", 400},
       }) {
    INFO(row.lines);
    CHECK(refused_header(row.lines) == row.status);
  }
}

TEST_CASE("request head: a folded header is refused, and the answer says why", "[searchd]") {
  for (const char* second : {" X: b", "\tX: b", " b"}) {
    const auto head = check_head("GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n" + std::string(second) + "\r\n", {});
    REQUIRE_FALSE(head);
    CHECK(head.error().detail.contains("folded"));
  }
}

TEST_CASE("request head: HTTP/1.1 needs one Host, HTTP/1.0 none", "[searchd]") {
  CHECK(refused("GET / HTTP/1.1\r\n") == 400);
  CHECK(refused("GET / HTTP/1.0\r\n") == 0);
  CHECK(refused("GET / HTTP/1.1\r\nhOST: x\r\n") == 0);
  CHECK(refused("GET / HTTP/1.1\r\nHost:\r\n") == 0); // RFC 9112 §3.2 allows an empty one
  CHECK(refused("GET / HTTP/1.0\r\nHost: x\r\nHost: x\r\n") == 400);
}

TEST_CASE("request head: the length of a body has one spelling", "[searchd]") {
  const auto posted = [](const std::string& lines) { return refused("POST / HTTP/1.1\r\nHost: x\r\n" + lines); };
  CHECK(accepted("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n").content_length == 5);
  CHECK(accepted("POST / HTTP/1.1\r\nHost: x\r\ncontent-length:\t0005 \r\n").content_length == 5);
  CHECK_FALSE(accepted("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n").has_body());
  CHECK(accepted("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n").chunked);
  struct Row {
    const char* lines;
    int status;
  };
  for (const Row& row : {
           Row{"Content-Length: 65535\r\n", 0},
           {"Content-Length: 65536\r\n", 0},
           {"Content-Length: 65537\r\n", 413},
           {"Content-Length: 18446744073709551616\r\n", 413},
           {"Content-Length: -1\r\n", 400},
           {"Content-Length: 1.0\r\n", 400},
           {"Content-Length: 0x10\r\n", 400},
           {"Content-Length: 1 2\r\n", 400},
           {"Content-Length: 5\r\nContent-Length: 5\r\n", 400},
           {"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", 400},
           {"Transfer-Encoding: identity\r\n", 400},
           {"Transfer-Encoding: chunked, chunked\r\n", 400},
           {"Transfer-Encoding: chunked;q=1\r\n", 400},
           {"Transfer-Encoding:\r\n", 400},
           {"", 411},
           {"Content-Length: 5\r\nContent-Encoding: gzip\r\n", 415},
           {"Content-Length: 0\r\nContent-Encoding: gzip\r\n", 0},
       }) {
    INFO(row.lines);
    CHECK(posted(row.lines) == row.status);
  }
  CHECK(refused("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n") == 400);
  CHECK(refused("DELETE / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n") == 400);
  CHECK(refused("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n") == 0);
}

TEST_CASE("request head: Connection is a list of options, and the version decides without one", "[searchd]") {
  struct Row {
    const char* version;
    const char* lines;
    bool keep_alive;
  };
  for (const Row& row : {
           Row{"1.1", "", true},
           {"1.0", "", false},
           {"1.1", "Connection: close\r\n", false},
           {"1.1", "Connection: CLOSE\r\n", false},
           {"1.1", "Connection: TE, close\r\n", false},
           {"1.1", "Connection: close , TE\r\n", false},
           {"1.1", "Connection: TE\r\nConnection: close\r\n", false},
           {"1.1", "Connection: keep-alive, close\r\n", false},
           {"1.1", "Connection: closed, disclose\r\n", true},
           {"1.1", "Connection: ,,\r\n", true},
           {"1.1", "Connection: Upgrade\r\n", true},
           {"1.0", "Connection: Keep-Alive\r\n", true},
           {"1.0", "Connection: TE, keep-alive\r\n", true},
           {"1.0", "Connection: keep-alive, close\r\n", false},
           {"1.0", "Connection: close, keep-alive\r\n", false}, // RFC 9112 §9.3: close wins
       }) {
    INFO(row.version << " " << row.lines);
    const std::string line = std::string("GET / HTTP/") + row.version + "\r\nHost: x\r\n";
    CHECK(accepted(line + row.lines).keep_alive == row.keep_alive);
  }
}

TEST_CASE("request head: 100-continue is expected of HTTP/1.1 only", "[searchd]") {
  const std::string lines = "Host: x\r\nContent-Length: 2\r\nExpect: 100-Continue\r\n";
  CHECK(accepted("POST / HTTP/1.1\r\n" + lines).expects_continue);
  // RFC 9110 §10.1.1: a server must ignore the expectation in an HTTP/1.0 request.
  CHECK_FALSE(accepted("POST / HTTP/1.0\r\n" + lines).expects_continue);
  CHECK(refused_header("Expect: 200-ok\r\n") == 417);
}

TEST_CASE("head end: it is behind the first empty line", "[searchd]") {
  const std::string head = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  CHECK(find_head_end(head + "body\r\n\r\n", 0, kLimits) == head.size());
  for (std::size_t size = 0; size < head.size(); ++size) {
    INFO(size);
    CHECK(find_head_end(head.substr(0, size), 0, kLimits) == 0u);
  }
  for (const char* wrong : {"\r\n", "\n", "GET / HTTP/1.1\n", "GET / HTTP/1.1\r\nA: b\n", "GET /\rX", "\rG"}) {
    INFO(wrong);
    const auto end = find_head_end(wrong, 0, kLimits);
    REQUIRE_FALSE(end);
    CHECK(end.error().status == 400);
  }
}

TEST_CASE("head end: a head of exactly the limit is accepted, one byte more is not", "[searchd]") {
  HttpLimits limits;
  limits.head_bytes = 200;
  const auto head_of = [](std::size_t size) {
    const std::string begin = "GET / HTTP/1.1\r\nHost: x\r\nX: ";
    return begin + std::string(size - begin.size() - 4, 'x') + "\r\n\r\n";
  };
  CHECK(find_head_end(head_of(200), 0, limits) == 200u);
  const auto over = find_head_end(head_of(201), 0, limits);
  REQUIRE_FALSE(over);
  CHECK(over.error().status == 431);
}

TEST_CASE("head end: the result does not depend on where the bytes are cut", "[searchd]") {
  HttpLimits limits;
  limits.request_line_bytes = 30;
  limits.head_bytes = 60;
  const auto outcome = [&](std::string_view bytes, const std::expected<std::size_t, Refusal>& end) -> std::string {
    if (!end) return "refused";
    if (*end == 0) return "incomplete";
    return check_head(bytes.substr(0, *end), limits) ? std::to_string(*end) : "refused";
  };
  const unsigned seed = 20260701;
  std::mt19937 random(seed);
  constexpr std::string_view kPieces[] = {"\r\n", "\r", "\n", "a: b\r\n", "xxxxxxxxxxxxxxx", "\r\n\r\n"};
  int accepted_heads = 0;
  for (int round = 0; round < 3'000; ++round) {
    std::string bytes = "GET /" + std::string(random() % 24, 'a') + " HTTP/1.0\r\n";
    for (auto count = random() % 6; count > 0; --count) bytes += kPieces[random() % std::size(kPieces)];
    const std::string whole = outcome(bytes, find_head_end(bytes, 0, limits));
    std::expected<std::size_t, Refusal> end = 0u;
    for (std::size_t size = 1; size <= bytes.size() && end && *end == 0; ++size) {
      end = find_head_end(std::string_view(bytes).substr(0, size), std::max<std::size_t>(size, 2) - 2, limits);
    }
    INFO("seed " << seed << ", round " << round << ": " << bytes);
    REQUIRE(outcome(bytes, end) == whole);
    accepted_heads += whole != "refused" && whole != "incomplete" ? 1 : 0;
  }
  CHECK(accepted_heads > 100);
}

} // namespace request_head_test
