// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/address_policy.h"

#include <catch2/catch.hpp>

#include <netinet/in.h>
#include <sys/socket.h>

using namespace trawl;
using namespace trawl::fetch;

namespace {

bool is_public_text(std::string_view text) { return is_public(parse_ip(text).value()); }

} // namespace

TEST_CASE("addresses: every range that is not the public net's is refused at both ends", "[addresses]") {
  for (const char* text :
       {"0.0.0.0",         "0.255.255.255", "10.0.0.0",        "10.255.255.255", "100.64.0.0",
        "100.127.255.255", "127.0.0.1",     "127.255.255.255", "168.63.129.16",  "169.254.0.0",
        "169.254.169.254", "172.16.0.0",    "172.31.255.255",  "192.0.0.0",      "192.0.0.192",
        "192.0.2.1",       "192.31.196.1",  "192.52.193.1",    "192.88.99.1",    "192.168.0.0",
        "192.168.255.255", "192.175.48.1",  "198.18.0.0",      "198.19.255.255", "198.51.100.1",
        "203.0.113.1",     "224.0.0.1",     "239.255.255.255", "240.0.0.0",      "255.255.255.255"}) {
    CAPTURE(text);
    CHECK_FALSE(is_public_text(text));
  }
  for (const char* text : {"::",
                           "::1",
                           "::127.0.0.1",
                           "::8.8.8.8",
                           "::ffff:127.0.0.1",
                           "::ffff:8.8.8.8",
                           "::ffff:0:8.8.8.8",
                           "64:ff9b::7f00:1",
                           "64:ff9b:1::1",
                           "100::1",
                           "100:0:0:1::1",
                           "2001::1",
                           "2001:2::1",
                           "2001:1ff:ffff::1",
                           "2001:db8::1",
                           "2002:7f00:1::",
                           "2620:4f:8000::1",
                           "3fff::1",
                           "3fff:fff:ffff::1",
                           "4000::1",
                           "5f00::1",
                           "fc00::1",
                           "fd00:ec2::254",
                           "fe80::1",
                           "fec0::1",
                           "ff02::1"}) {
    CAPTURE(text);
    CHECK_FALSE(is_public_text(text));
  }
}

TEST_CASE("addresses: their public neighbours are not", "[addresses]") {
  for (const char* text :
       {"1.0.0.0",         "8.8.8.8",         "9.255.255.255", "11.0.0.0",        "100.63.255.255",
        "100.128.0.0",     "126.255.255.255", "128.0.0.0",     "168.63.129.15",   "169.253.255.255",
        "172.15.255.255",  "172.32.0.0",      "192.0.1.0",     "192.167.255.255", "198.17.255.255",
        "198.20.0.0",      "223.255.255.255", "2000::1",       "2001:200::1",     "2001:4860:4860::8888",
        "2606:4700::1111", "3ffe::1"}) {
    CAPTURE(text);
    CHECK(is_public_text(text));
  }
}

TEST_CASE("addresses: one with a zone is never public", "[addresses]") {
  IpAddress address = parse_ip("2606:4700::1111").value();
  address.scope = 2;
  CHECK_FALSE(is_public(address));
}

TEST_CASE("addresses: an endpoint has one spelling", "[addresses]") {
  CHECK(parse_endpoint("127.0.0.1:8080")->port == 8080);
  CHECK(parse_endpoint("[::1]:80")->address == parse_ip("::1"));
  CHECK(to_text(parse_endpoint("[2001:DB8::1]:80")->address) == "2001:db8::1");
  for (const char* text : {"", "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:80x", "127.1:80",
                           "localhost:80", "::1:80", "127.0.0.0/8:80", "[127.0.0.1]:80", "127.0.0.1:-1"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_endpoint(text).has_value());
  }
}

TEST_CASE("addresses: the policy permits public addresses on usual ports, and what is listed exactly", "[addresses]") {
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

TEST_CASE("addresses: only internet addresses come out of a socket address", "[addresses]") {
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
