// SPDX-License-Identifier: GPL-3.0-or-later
// The clauses of the URL Standard are tested in tests/data/standards/url_parsing.json; this file compares random hosts
// with slower implementations.
#include "shared/url/host.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <arpa/inet.h>

#include <catch2/catch.hpp>

using namespace trawl::url;

namespace {

using Address = std::array<unsigned char, 16>;

/// The C library's reading of an IPv6 address.
std::optional<Address> read_ipv6(const std::string& text) {
  Address address{};
  if (::inet_pton(AF_INET6, text.c_str(), address.data()) != 1) return std::nullopt;
  return address;
}

std::string number_text(std::uint64_t number, unsigned radix) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string digits;
  for (; number > 0 || digits.empty(); number /= radix) digits.insert(0, 1, kDigits[number % radix]);
  return (radix == 16 ? "0x" : radix == 8 ? "0" : "") + digits;
}

/// `address` with the last `joined` bytes as one number, each number in a random radix.
std::string ipv4_text(std::uint32_t address, unsigned joined, std::mt19937& random) {
  constexpr std::array<unsigned, 3> kRadixes{8, 10, 16};
  std::string text;
  for (unsigned part = 0; part < 4 - joined; ++part) {
    text += number_text(address >> (24 - 8 * part) & 0xFF, kRadixes[random() % 3]) + ".";
  }
  const std::uint64_t rest = joined == 4 ? address : address & ((std::uint64_t{1} << 8 * joined) - 1);
  return text + number_text(rest, kRadixes[random() % 3]);
}

std::string dotted(std::uint32_t address) {
  return std::to_string(address >> 24) + "." + std::to_string(address >> 16 & 0xFF) + "." +
         std::to_string(address >> 8 & 0xFF) + "." + std::to_string(address & 0xFF);
}

} // namespace

TEST_CASE("host: an IPv4 address is the same in any mix of octal, decimal and hexadecimal parts", "[host]") {
  constexpr unsigned kSeed = 31;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 5'000; ++round) {
    const auto address = static_cast<std::uint32_t>(random() >> random() % 32);
    for (unsigned joined = 1; joined <= 4; ++joined) {
      const std::string text = ipv4_text(address, joined, random);
      INFO("seed " << kSeed << ": " << text);
      REQUIRE(parse_host(text) == dotted(address));
      REQUIRE(parse_host(text + ".") == dotted(address));
    }
  }
}

TEST_CASE("host: the last part of an IPv4 address fills the remaining bytes, and no more", "[host]") {
  struct Row {
    std::string_view text, want;
  };
  for (const Row& row : std::vector<Row>{{"4294967295", "255.255.255.255"},
                                         {"4294967296", "-"},
                                         {"1.16777215", "1.255.255.255"},
                                         {"1.16777216", "-"},
                                         {"1.2.65535", "1.2.255.255"},
                                         {"1.2.65536", "-"},
                                         {"1.2.3.255", "1.2.3.255"},
                                         {"1.2.3.256", "-"},
                                         {"256.1", "-"},
                                         {"18446744073709551617", "-"}, // 2^64 + 1 must not wrap to 1
                                         {"0x10000000000000001", "-"},
                                         {"00000000000000000000001", "0.0.0.1"},
                                         {"1.2.3.4.5", "-"},
                                         {"1..2", "-"},
                                         {"0x", "0.0.0.0"},
                                         {"08", "-"},
                                         {"1.2.3.08", "-"},
                                         {"1.2.3.4x", "1.2.3.4x"}}) { // the last part is not a number
    INFO(row.text);
    CHECK(parse_host(row.text).value_or("-") == row.want);
  }
}

TEST_CASE("host: IPv6 addresses are accepted and read as the C library does", "[host]") {
  constexpr unsigned kSeed = 32;
  std::mt19937 random(kSeed);
  const std::vector<std::string> pieces{":",  ":",    ":",     "::",      "0",         "1",
                                        "ab", "ffff", "12345", "1.2.3.4", "256.1.1.1", "."};
  int accepted = 0;
  for (int round = 0; round < 50'000; ++round) {
    std::string text;
    for (std::size_t left = random() % 18; left > 0; --left) text += pieces[random() % pieces.size()];
    INFO("seed " << kSeed << ": " << text);
    const auto expected = read_ipv6(text);
    const auto host = parse_host("[" + text + "]");
    REQUIRE(host.has_value() == expected.has_value());
    if (!host) continue;
    ++accepted;
    REQUIRE(host->starts_with('['));
    REQUIRE(host->ends_with(']'));
    REQUIRE(read_ipv6(host->substr(1, host->size() - 2)) == expected);
  }
  CHECK(accepted > 200);
}

TEST_CASE("host: an IPv6 address is written as in RFC 5952", "[host]") {
  constexpr unsigned kSeed = 33;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 5'000; ++round) {
    std::string full = "[";
    std::vector<bool> is_zero;
    for (int piece = 0; piece < 8; ++piece) {
      is_zero.push_back(random() % 2 == 0);
      full += (piece == 0 ? "" : ":") + (is_zero.back() ? "0000" : number_text(1 + random() % 0xFFFF, 16).substr(2));
    }
    const auto host = parse_host(full + "]");
    INFO("seed " << kSeed << ": " << full);
    REQUIRE(host);
    // §4.2.2 and §4.2.3: "::" stands for the longest run of zeros, if that has two pieces or more.
    std::size_t longest = 0, run = 0;
    for (const bool zero : is_zero) longest = std::max(longest, run = zero ? run + 1 : 0);
    REQUIRE((host->find("::") != std::string::npos) == (longest >= 2));
    REQUIRE(host->find("::") == host->rfind("::"));
    // §4.1 and §4.3: no leading zeros, small letters.
    std::size_t written = 0;
    for (std::size_t i = 1; i + 1 < host->size(); ++i) {
      const bool begins_piece = (*host)[i - 1] == ':' || (*host)[i - 1] == '[';
      if (begins_piece && (*host)[i] != ':') ++written;
      if (begins_piece && (*host)[i] == '0') REQUIRE(std::string_view(":]").contains((*host)[i + 1]));
    }
    REQUIRE(written == (longest >= 2 ? 8 - longest : 8));
    REQUIRE(std::ranges::none_of(*host, [](char c) { return c >= 'A' && c <= 'F'; }));
    REQUIRE(parse_host(*host) == host);
  }
}

TEST_CASE("host: every ASCII character is allowed or rejected in a domain as the standard lists it", "[host]") {
  // §3.1: the forbidden domain code points.
  constexpr std::string_view kForbidden = " #/:<>?@[\\]^|%\x7F";
  for (int byte = 0; byte < 128; ++byte) {
    const char c = static_cast<char>(byte);
    INFO(byte);
    const bool is_forbidden = byte < 0x20 || kForbidden.contains(c);
    CHECK(parse_host(std::string("a") + c + "b").has_value() == !is_forbidden);
    const std::string escape{'%', "0123456789ABCDEF"[byte / 16], "0123456789ABCDEF"[byte % 16]};
    CHECK(parse_host("a" + escape + "b").has_value() == !is_forbidden);
  }
}

TEST_CASE("host: a parsed host parses to itself", "[host]") {
  for (const char* host :
       {"Example.ORG", "bücher.example", "0x7F.1", "[0:0::1]", "a.b.", "%41.b", "xn--bcher-kva.example"}) {
    INFO(host);
    const auto once = parse_host(host);
    REQUIRE(once);
    CHECK(parse_host(*once) == once);
  }
  CHECK_FALSE(parse_host(""));
  CHECK_FALSE(parse_host("[]"));
  CHECK_FALSE(parse_host("["));
  CHECK_FALSE(parse_host("\xFF.example"));
}

TEST_CASE("host: IP addresses are distinguished from names", "[host]") {
  for (const char* host : {"127.0.0.1", "[::1]", "1.2.3.4."}) CHECK(is_ip_literal(host));
  for (const char* host : {"", "example.org", "1.2.3.example", "v4", "0x7f.example", "."})
    CHECK_FALSE(is_ip_literal(host));
}
