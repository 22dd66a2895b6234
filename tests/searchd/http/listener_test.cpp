// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/listener.h"

#include <catch2/catch.hpp>

#include <sys/socket.h>
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

TEST_CASE("listener: what may stand before the port, and which ports there are", "[searchd]") {
  struct Row {
    const char* text;
    const char* endpoint; ///< nullptr: refused
  };
  for (const Row& row : {
           Row{"0.0.0.0:0", "0.0.0.0:0"},
           {"[::]:65535", "[::]:65535"},
           {"[2001:db8::1]:1", "[2001:db8::1]:1"},
           {"127.0.0.1:65536", nullptr},
           {"127.0.0.1:-1", nullptr},
           {"127.0.0.1:+1", nullptr},
           {"127.0.0.1: 1", nullptr},
           {"127.0.0.1:1 ", nullptr},
           {" 127.0.0.1:1", nullptr},
           {"[::1]", nullptr},
           {"[::1:80", nullptr},
           {"::1]:80", nullptr},
           {"[]:80x", nullptr},
           {"127.0.0.256:80", nullptr},
           {"LOCALHOST:80", nullptr},
       }) {
    INFO(row.text);
    const auto endpoint = parse_endpoint(row.text);
    REQUIRE(endpoint.has_value() == (row.endpoint != nullptr));
    if (endpoint) CHECK(endpoint->text() == row.endpoint);
    if (endpoint) CHECK(parse_endpoint(endpoint->text())->text() == row.endpoint);
    if (!endpoint) CHECK(endpoint.error().where == "--listen " + std::string(row.text));
  }
}

TEST_CASE("listener: loopback is 127.0.0.0/8 and ::1", "[searchd]") {
  CHECK(Endpoint{"127.0.0.1", 1}.is_loopback());
  CHECK(Endpoint{"127.9.9.9", 1}.is_loopback());
  CHECK(Endpoint{"::1", 1}.is_loopback());
  CHECK_FALSE(Endpoint{"12.7.0.1", 1}.is_loopback());
  CHECK_FALSE(Endpoint{"::", 1}.is_loopback());
}

TEST_CASE("listener: an address that this machine does not have is refused with a way out", "[searchd]") {
  const auto bound = Listener::bind({"192.0.2.1", 0}); // RFC 5737: never assigned
  REQUIRE_FALSE(bound);
  CHECK(bound.error().code == trawl::ErrorCode::Usage);
  CHECK(bound.error().where == "192.0.2.1:0");
  CHECK(bound.error().hint.contains("--listen"));
}

TEST_CASE("listener: only a TCP socket can be adopted", "[searchd]") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  CHECK_FALSE(Listener::adopt(ends[0]));
  int sockets[2];
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
  const auto adopted = Listener::adopt(sockets[0]);
  REQUIRE_FALSE(adopted);
  CHECK(adopted.error().what.contains("not a TCP socket"));
  for (const int fd : {ends[0], ends[1], sockets[0], sockets[1]}) ::close(fd);
}
