// SPDX-License-Identifier: GPL-3.0-or-later
// The edges of every refused range, and the notations of addresses.
#include "indexer/fetch/address_policy.h"

#include <catch2/catch.hpp>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <random>
#include <string>
#include <sys/socket.h>

using namespace trawl;
using namespace trawl::fetch;

namespace {

IpAddress v4(std::uint32_t number) {
  IpAddress address;
  for (std::size_t i = 0; i < 4; ++i) address.bytes[i] = static_cast<std::uint8_t>(number >> (24 - 8 * i));
  return address;
}

std::uint32_t number_of(const std::string& text) {
  in_addr address{};
  REQUIRE(inet_pton(AF_INET, text.c_str(), &address) == 1);
  return ntohl(address.s_addr);
}

bool is_public_text(std::string_view text) { return is_public(parse_ip(text).value()); }

/// The blocks of the IANA IPv4 Special-Purpose Address Registry that are not reachable from everywhere, multicast and
/// reserved space, and the host service of a cloud.
constexpr std::pair<const char*, int> kRefused[] = {
    {"0.0.0.0", 8},       {"10.0.0.0", 8},     {"100.64.0.0", 10},  {"127.0.0.0", 8},     {"168.63.129.16", 32},
    {"169.254.0.0", 16},  {"172.16.0.0", 12},  {"192.0.0.0", 24},   {"192.0.2.0", 24},    {"192.31.196.0", 24},
    {"192.52.193.0", 24}, {"192.88.99.0", 24}, {"192.168.0.0", 16}, {"192.175.48.0", 24}, {"198.18.0.0", 15},
    {"198.51.100.0", 24}, {"203.0.113.0", 24}, {"224.0.0.0", 4},    {"240.0.0.0", 4}};

bool slow_is_refused(std::uint32_t address) {
  for (const auto& [first, bits] : kRefused) {
    const std::uint64_t begin = number_of(first), size = std::uint64_t{1} << (32 - bits);
    if (address >= begin && address < begin + size) return true;
  }
  return false;
}

} // namespace

TEST_CASE("addresses: a refused IPv4 range ends where its prefix ends", "[addresses]") {
  for (const auto& [first, bits] : kRefused) {
    const std::uint64_t begin = number_of(first), end = begin + (std::uint64_t{1} << (32 - bits));
    INFO(first << "/" << bits);
    CHECK_FALSE(is_public(v4(static_cast<std::uint32_t>(begin))));
    CHECK_FALSE(is_public(v4(static_cast<std::uint32_t>(end - 1))));
    for (const std::uint64_t outside : {begin - 1, end}) {
      const auto address = static_cast<std::uint32_t>(outside);
      CHECK(is_public(v4(address)) != slow_is_refused(address));
    }
  }
}

TEST_CASE("addresses: random IPv4 addresses are refused exactly in the ranges", "[addresses]") {
  constexpr unsigned kSeed = 6890;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 3'000; ++round) {
    // Half of them near a range, where a wrong bit shows.
    std::uint32_t address = static_cast<std::uint32_t>(random());
    if (round % 2 == 0) address = number_of(kRefused[random() % std::size(kRefused)].first) ^ (1u << random() % 32);
    INFO("seed " << kSeed << ", " << to_text(v4(address)));
    REQUIRE(is_public(v4(address)) != slow_is_refused(address));
  }
}

TEST_CASE("addresses: in IPv6 only global unicast outside the special ranges is public", "[addresses]") {
  struct Row {
    const char* address;
    bool is_public;
  };
  const Row rows[] = {{"2000::", true},
                      {"1fff:ffff::", false},
                      {"3fff:1000::", true},
                      {"3fff:fff::", false},
                      {"4000::", false},
                      {"2001:200::", true},
                      {"2001:1ff:ffff::", false},
                      {"2001:db7:ffff::", true},
                      {"2001:db8::", false},
                      {"2001:db8:ffff:ffff::", false},
                      {"2001:db9::", true},
                      {"2001:ffff::", true},
                      {"2002::", false},
                      {"2002:808:808::", false},
                      {"2003::", true},
                      {"2620:4f:8000::1", false},
                      {"2620:4f:8001::1", true},
                      {"::", false},
                      {"::1", false},
                      {"::8.8.8.8", false},
                      {"::ffff:8.8.8.8", false},
                      {"64:ff9b::8.8.8.8", false},
                      {"fc00::1", false},
                      {"fe80::1", false},
                      {"ff02::1", false}};
  for (const Row& row : rows) {
    INFO(row.address);
    CHECK(is_public_text(row.address) == row.is_public);
  }
}

TEST_CASE("addresses: an address is written and read back", "[addresses]") {
  constexpr unsigned kSeed = 4291;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 1'000; ++round) {
    IpAddress address;
    address.is_v6 = round % 2 == 0;
    for (std::size_t i = 0; i < (address.is_v6 ? 16u : 4u); ++i) {
      address.bytes[i] = static_cast<std::uint8_t>(random() % 3 == 0 ? 0 : random());
    }
    const std::string text = to_text(address);
    INFO("seed " << kSeed << ", " << text);
    REQUIRE(parse_ip(text) == address);
    REQUIRE(parse_ip("[" + text + "]") == address);
    const std::string endpoint = (address.is_v6 ? "[" + text + "]" : text) + ":65535";
    REQUIRE(parse_endpoint(endpoint) == Endpoint{address, 65535});
  }
}

TEST_CASE("addresses: other notations of an address are refused", "[addresses]") {
  for (const std::string_view text :
       {"", " ", "127.1", "127.0.0.1.", "0x7f.0.0.1", "2130706433", "127.0.0.256", "127.0.0.-1", "127.0.0.1 ", "1:2",
        ":::", "1::2::3", "[::1", "::1]", "fe80::1%eth0", "localhost", "1.2.3.4/8", "::12345"}) {
    INFO(text);
    CHECK_FALSE(parse_ip(text).has_value());
  }
}

TEST_CASE("addresses: a socket address of either family gives its address and port", "[addresses]") {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(8080);
  REQUIRE(inet_pton(AF_INET, "192.0.2.7", &address.sin_addr) == 1);
  const auto endpoint = endpoint_of(reinterpret_cast<const sockaddr&>(address));
  REQUIRE(endpoint.has_value());
  CHECK(endpoint == parse_endpoint("192.0.2.7:8080"));
}

TEST_CASE("addresses: the listed endpoints and ports extend the policy, and nothing else", "[addresses]") {
  AddressPolicy policy = AddressPolicy::allowing({"127.0.0.1:9000", "[::1]:80"}).value();
  policy.allow_port(9000);
  policy.allow_port(9000);
  struct Row {
    const char* endpoint;
    bool permitted;
  };
  const Row rows[] = {{"127.0.0.1:9000", true}, {"127.0.0.1:80", false},     {"[::1]:80", true},
                      {"[::1]:443", false},     {"10.0.0.1:9000", false},    {"8.8.8.8:9000", true},
                      {"8.8.8.8:80", true},     {"8.8.8.8:8080", true},      {"8.8.8.8:8443", true},
                      {"8.8.8.8:8081", false},  {"[2606:4700::1]:443", true}};
  for (const Row& row : rows) {
    INFO(row.endpoint);
    CHECK(policy.permits(parse_endpoint(row.endpoint).value()) == row.permitted);
  }
  for (const int port : {80, 443, 8080, 8443, 9000}) CHECK(policy.permits_port(static_cast<std::uint16_t>(port)));
  for (const int port : {0, 22, 8081, 65535}) CHECK_FALSE(policy.permits_port(static_cast<std::uint16_t>(port)));
}

TEST_CASE("addresses: an endpoint that cannot be read is named in the error", "[addresses]") {
  const auto policy = AddressPolicy::allowing({"127.0.0.1:80", "localhost:80"});
  REQUIRE_FALSE(policy);
  CHECK(policy.error().where == "localhost:80");
  CHECK(policy.error().what == "not an address with a port");
}
