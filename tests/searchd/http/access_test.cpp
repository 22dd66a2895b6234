// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/access_log.h"
#include "searchd/http/client_address.h"
#include "tests/searchd/asked.h"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace trawl::searchd;
using namespace trawl::test;

namespace {

HttpRequest request_from(const std::string& peer, Headers headers) {
  HttpRequest request;
  request.peer = peer;
  request.headers = std::move(headers);
  return request;
}

ServerSettings settings_of(std::vector<std::string>& log) {
  return {HostCheck({"127.0.0.1", 7700}, {}), "",  1 << 20, [&log](const std::string& line) { log.push_back(line); },
          TrustedProxies({"10.0.0.1"}),       true};
}

} // namespace

TEST_CASE("client address: only a trusted proxy is believed, and only about who asked it", "[searchd]") {
  const TrustedProxies proxies({"127.0.0.1", "10.0.0.1"});
  const auto client = [&](const std::string& peer, Headers headers) {
    return proxies.client_of(request_from(peer, std::move(headers)));
  };
  CHECK(client("198.51.100.7", {{"X-Forwarded-For", "1.2.3.4"}}) == "198.51.100.7");
  CHECK(client("127.0.0.1", {}) == "127.0.0.1");
  CHECK(client("127.0.0.1", {{"X-Forwarded-For", "9.9.9.9, 203.0.113.5"}}) == "203.0.113.5");
  CHECK(client("::ffff:127.0.0.1", {{"x-forwarded-for", "203.0.113.5"}}) == "203.0.113.5");
  CHECK(client("127.0.0.1", {{"X-Forwarded-For", "203.0.113.5, 10.0.0.1"}}) == "203.0.113.5");
  CHECK(client("127.0.0.1", {{"X-Forwarded-For", "9.9.9.9"}, {"X-Forwarded-For", "2001:DB8::5"}}) == "2001:db8::5");
  CHECK(client("127.0.0.1", {{"X-Forwarded-For", "203.0.113.5\" status=200"}}) == "127.0.0.1");
  CHECK(client("127.0.0.1", {{"X-Forwarded-For", ",, ,"}}) == "127.0.0.1");
  CHECK(TrustedProxies().client_of(request_from("127.0.0.1", {{"X-Forwarded-For", "1.2.3.4"}})) == "127.0.0.1");
  CHECK(proxies.was_https(request_from("10.0.0.1", {{"X-Forwarded-Proto", "https"}})));
  CHECK_FALSE(proxies.was_https(request_from("10.0.0.2", {{"X-Forwarded-Proto", "https"}})));
}

TEST_CASE("access log: a line stays one line of plain text whatever was sent", "[searchd]") {
  HttpRequest request =
      request_from("203.0.113.5", {{"User-Agent", "a\"b\\\n\x1b[2J\xc2\x9b" + std::string(500, 'x')}});
  request.method = "GET";
  request.path = "/v1/search";
  request.query = "q=" + std::string(5'000, 'q');
  const std::string line =
      access_line("203.0.113.5", request, {404, "", "12345", {}}, std::chrono::microseconds(1'400));
  CHECK(line.starts_with("client=203.0.113.5 method=GET target=\"/v1/search?q=qqq"));
  CHECK(line.contains("...\" status=404 bytes=5 ms=1.4 agent=\"a\\\"b\\\\\\x0a\\x1b[2J\\xc2\\x9bxxx"));
  CHECK(line.size() < 1'500);
  CHECK(std::ranges::all_of(line, [](char c) { return c >= 0x20 && c < 0x7F; }));
}

TEST_CASE("access log: each answer has a line with its real client, the health routes have none", "[searchd]") {
  std::vector<std::string> log;
  Router router(settings_of(log));
  FakeEngine engine;
  const auto get = [&](const std::string& path, const std::string& peer) {
    HttpRequest request = request_from(peer, {{"Host", "localhost"}, {"X-Forwarded-For", "203.0.113.5"}});
    request.method = "GET";
    request.path = path;
    return router.answer(engine, request, moment("2026-04-21T12:00:30Z"));
  };
  get("/healthz", "10.0.0.1");
  get("/readyz", "10.0.0.1");
  CHECK(log.empty());
  get("/v1/stats", "10.0.0.1");
  get("/nothing", "198.51.100.7");
  REQUIRE(log.size() == 2);
  CHECK(log[0].starts_with("client=203.0.113.5 method=GET target=\"/v1/stats\" status=200 "));
  CHECK(log[1].starts_with("client=198.51.100.7 method=GET target=\"/nothing\" status=404 "));
}
