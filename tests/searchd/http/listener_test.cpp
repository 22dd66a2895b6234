// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/listener.h"

#include <catch2/catch.hpp>
#include <unistd.h>

using namespace trawl::searchd;

TEST_CASE("listener: addresses are numeric, with a port", "[searchd]") {
  CHECK(parse_endpoint("127.0.0.1:7700")->text() == "127.0.0.1:7700");
  CHECK(parse_endpoint("[::1]:8080")->text() == "[::1]:8080");
  CHECK(parse_endpoint(":80")->text() == "127.0.0.1:80");
  CHECK(parse_endpoint("localhost:0")->text() == "127.0.0.1:0");
  CHECK_FALSE(parse_endpoint("0.0.0.0:1")->is_loopback());
  for (const char* wrong :
       {"", "7700", "::1:80", "example.org:80", "127.0.0.1:", "127.0.0.1:70000", "127.0.0.1:8x", "1.2.3:80"}) {
    INFO(wrong);
    CHECK_FALSE(parse_endpoint(wrong));
  }
}

TEST_CASE("listener: port 0 becomes a real one, and a socket can be handed over", "[searchd]") {
  const auto bound = Listener::bind({"127.0.0.1", 0});
  REQUIRE(bound);
  CHECK(bound->endpoint().port != 0);
  const auto adopted = Listener::adopt(::dup(bound->fd()));
  REQUIRE(adopted);
  CHECK(adopted->endpoint().port == bound->endpoint().port);
  CHECK_FALSE(Listener::adopt(-1));
}
