// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/address_policy.h"

#include <catch2/catch.hpp>

#include <netinet/in.h>
#include <sys/socket.h>

using namespace trawl;
using namespace trawl::fetch;

TEST_CASE("addresses: one with a zone is never public", "[addresses]") {
  IpAddress address = parse_ip("2606:4700::1111").value();
  address.scope = 2;
  CHECK_FALSE(is_public(address));
}

TEST_CASE("addresses: an endpoint has one notation", "[addresses]") {
  CHECK(parse_endpoint("127.0.0.1:8080")->port == 8080);
  CHECK(parse_endpoint("[::1]:80")->address == parse_ip("::1"));
  CHECK(to_text(parse_endpoint("[2001:DB8::1]:80")->address) == "2001:db8::1");
  for (const char* text : {"", "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:80x", "127.1:80",
                           "localhost:80", "::1:80", "127.0.0.0/8:80", "[127.0.0.1]:80", "127.0.0.1:-1"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_endpoint(text).has_value());
  }
}

TEST_CASE("addresses: the policy permits public addresses on the usual ports, and the listed endpoints",
          "[addresses]") {
  AddressPolicy policy = AddressPolicy::allowing({"127.0.0.1:9000"}).value();
  const auto permits = [&](std::string_view endpoint) { return policy.permits(parse_endpoint(endpoint).value()); };
  CHECK(permits("8.8.8.8:443"));
  CHECK(permits("127.0.0.1:9000"));
  CHECK_FALSE(permits("127.0.0.1:9001"));
  CHECK_FALSE(permits("127.0.0.2:9000"));
  CHECK_FALSE(permits("8.8.8.8:9000"));
  CHECK_FALSE(permits("8.8.8.8:22"));
  CHECK(policy.permits_port(9000));
  CHECK_FALSE(policy.permits_port(9001));
  policy.allow_port(9001);
  CHECK(permits("8.8.8.8:9001"));
  CHECK_FALSE(permits("127.0.0.1:9001"));
  CHECK(AddressPolicy::allowing({"127.0.0.0/8:80"}).error().code == ErrorCode::Usage);
}

TEST_CASE("addresses: only IPv4 and IPv6 socket addresses are read", "[addresses]") {
  sockaddr local{};
  local.sa_family = AF_UNIX;
  CHECK_FALSE(endpoint_of(local).has_value());
  sockaddr_in6 v6{};
  v6.sin6_family = AF_INET6;
  v6.sin6_port = htons(443);
  v6.sin6_scope_id = 3;
  const auto endpoint = endpoint_of(reinterpret_cast<const sockaddr&>(v6));
  CHECK(endpoint->port == 443);
  CHECK(endpoint->address.scope == 3);
}
