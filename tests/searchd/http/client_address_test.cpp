// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/client_address.h"

#include <catch2/catch.hpp>

using namespace trawl::searchd;

TEST_CASE("client address: each spelling of an address has one canonical form", "[searchd]") {
  struct Row {
    const char* text;
    const char* canonical;
  };
  for (const Row& row : {
           Row{"127.0.0.1", "127.0.0.1"},
           {"::1", "::1"},
           {"0:0:0:0:0:0:0:1", "::1"},
           {"2001:DB8:0:0::1", "2001:db8::1"},
           {"::ffff:203.0.113.5", "203.0.113.5"},
           {"::FFFF:203.0.113.5", "203.0.113.5"},
           {"0:0:0:0:0:ffff:203.0.113.5", "203.0.113.5"},
           {"::ffff:cb00:7105", "203.0.113.5"},
           {"", ""},
           {" 127.0.0.1", ""},
           {"127.0.0.1:80", ""},
           {"127.1", ""},
           {"127.0.0.01", ""},
           {"0x7f.0.0.1", ""},
           {"256.0.0.1", ""},
           {"[::1]", ""},
           {"fe80::1%eth0", ""},
           {"localhost", ""},
           {"::ffff:", ""},
           {"::ffff:1.2.3", ""},
       }) {
    INFO(row.text);
    CHECK(canonical_address(row.text) == row.canonical);
    if (*row.canonical != '\0') CHECK(canonical_address(row.canonical) == row.canonical);
  }
}

TEST_CASE("client address: an IPv6 client is its /64, an IPv4 client its address", "[searchd]") {
  CHECK(client_network("2001:db8:1:2:3:4:5:6") == "2001:db8:1:2::/64");
  CHECK(client_network("2001:db8:1:2::9") == "2001:db8:1:2::/64");
  CHECK(client_network("2001:db8:1:3::9") != client_network("2001:db8:1:2::9"));
  CHECK(client_network("203.0.113.5") == "203.0.113.5");
  CHECK(client_network("::ffff:203.0.113.5") == "203.0.113.5");
  CHECK(client_network("nonsense").empty());
}

TEST_CASE("client address: a chain of trusted proxies is walked from its end", "[searchd]") {
  const TrustedProxies proxies({"10.0.0.1", "10.0.0.2"});
  const auto client = [&](const std::string& forwarded) {
    HttpRequest request;
    request.peer = "10.0.0.1";
    request.headers = {{"X-Forwarded-For", forwarded}};
    return proxies.client_of(request);
  };
  CHECK(client("1.1.1.1, 2.2.2.2, 10.0.0.2") == "2.2.2.2");
  CHECK(client("10.0.0.2") == "10.0.0.2");
  CHECK(client("1.1.1.1, unknown, 10.0.0.2") == "10.0.0.2");
  CHECK(client("\t1.1.1.1 ") == "1.1.1.1");
  CHECK(client("1.1.1.1,") == "1.1.1.1");
  CHECK(client("") == "10.0.0.1");
}

TEST_CASE("client address: https is believed of a trusted proxy only, and in any case", "[searchd]") {
  const TrustedProxies proxies({"10.0.0.1"});
  const auto was_https = [&](const std::string& peer, const std::string& value) {
    HttpRequest request;
    request.peer = peer;
    request.headers = {{"x-forwarded-proto", value}};
    return proxies.was_https(request);
  };
  CHECK(was_https("10.0.0.1", "https"));
  CHECK(was_https("10.0.0.1", "HTTPS"));
  CHECK(was_https("::ffff:10.0.0.1", "https"));
  CHECK_FALSE(was_https("10.0.0.1", "http"));
  CHECK_FALSE(was_https("10.0.0.1", "https-ish"));
  CHECK_FALSE(was_https("10.0.0.9", "https"));
}
