// SPDX-License-Identifier: GPL-3.0-or-later
// Limits on connections and addresses. Limits on answers are in curl_fetcher_test.cpp.
#include "tests/indexer/fetch/fetching.h"

#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace fetcher_limits_test {

using namespace trawl;
using namespace trawl::fetch;
using namespace trawl::fetch::test_support;
using trawl::test::LoopbackServer;
using trawl::test::page;
using trawl::test::Reply;

TEST_CASE("fetcher: connecting has its own time limit", "[fetcher][limits]") {
  // The kernel accepts no further connections for a listener whose queue is full.
  const LoopbackServer unused;
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof name;
  auto* const generic = reinterpret_cast<sockaddr*>(&name);
  REQUIRE((::bind(listener, generic, length) == 0 && ::listen(listener, 0) == 0));
  REQUIRE(::getsockname(listener, generic, &length) == 0);
  std::vector<int> waiting;
  for (int i = 0; i < 4; ++i) {
    waiting.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0));
    static_cast<void>(::connect(waiting.back(), generic, length));
  }
  FetcherOptions options = options_for(unused);
  options.addresses = AddressPolicy::allowing({"127.0.0.1:" + std::to_string(ntohs(name.sin_port))}).value();
  options.limits.connect = 200ms;
  options.limits.page.total = 20s;
  const auto result = ask(options, "http://127.0.0.1:" + std::to_string(ntohs(name.sin_port)) + "/");
  REQUIRE(error_name(result) == "timeout");
  const std::string& what = result.error().what; // "… after 201 ms", not after the 20 seconds of the whole request
  const std::size_t after = what.find("after ");
  REQUIRE(after != std::string::npos);
  CHECK(std::stoi(what.substr(after + 6)) < 20'000);
  for (const int socket : waiting) ::close(socket);
  ::close(listener);
}

namespace {

/// How many of ten requests were open at the server at once.
int most_at_once(const FetcherOptions& options, const LoopbackServer& server) {
  CurlFetcher fetcher(options);
  int done = 0, most = 0;
  for (int i = 0; i < 10; ++i) {
    fetcher.start({.url = server.url("/silent")}, [&](const Result<FetchResponse>&) { ++done; });
  }
  for (int round = 0; round < 10'000 && done < 10; ++round) {
    fetcher.wait(10ms);
    most = std::max(most, server.hits() - done);
  }
  return most;
}

} // namespace

TEST_CASE("fetcher: connections are limited in total and per host", "[fetcher][limits]") {
  LoopbackServer server;
  server.on("/silent", Reply{.bytes = "", .hold = true});
  FetcherOptions options = options_for(server);
  options.limits.page.total = 300ms;
  SECTION("the default for one host") { CHECK(most_at_once(options, server) <= 2); }
  SECTION("all") {
    options.limits.connections = 3;
    options.limits.connections_per_host = 20;
    CHECK(most_at_once(options, server) <= 3);
  }
}

TEST_CASE("fetcher: an address above the length limit is not requested", "[fetcher][limits]") {
  LoopbackServer server;
  const std::string start = server.url("/");
  const std::string longest = "/" + std::string(2'048 - start.size(), 'a');
  server.on(longest, page("x"));
  CHECK(error_name(ask(options_for(server), server.url(longest))) == "status 200");
  CHECK(error_name(ask(options_for(server), server.url(longest + "a"))) == "too_large");
  CHECK(server.hits() == 1);
}

} // namespace fetcher_limits_test
