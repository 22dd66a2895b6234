// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/router.h"

#include <catch2/catch.hpp>

using namespace trawl::searchd;

TEST_CASE("host check: own names are accepted with the port or without, others never", "[searchd]") {
  const HostCheck check({"192.0.2.7", 8080}, {"search.example.org"});
  for (const char* yes : {"127.0.0.1", "127.0.0.1:8080", "localhost", "LOCALHOST:8080", "[::1]", "[::1]:8080",
                          "192.0.2.7", "192.0.2.7:8080", "search.example.org", "Search.Example.org:8080"}) {
    INFO(yes);
    CHECK(check.allows(yes));
  }
  for (const char* no :
       {"", ":8080", "127.0.0.1:80", "127.0.0.1:80800", "127.0.0.1:", "localhost:8080:8080", "localhost.evil.example",
        "localhost@evil.example", "xlocalhost", "192.0.2.70", "::1", "evil.example", "search.example.org.evil.example",
        "search.example.org:8081", "127.0.0.2", "localhost ", " localhost"}) {
    INFO(no);
    CHECK_FALSE(check.allows(no));
  }
}

TEST_CASE("host check: an IPv6 endpoint is written in brackets", "[searchd]") {
  const HostCheck check({"2001:db8::5", 7700}, {});
  CHECK(check.allows("[2001:db8::5]:7700"));
  CHECK(check.allows("[2001:DB8::5]"));
  CHECK_FALSE(check.allows("2001:db8::5"));
  CHECK_FALSE(check.allows("[2001:db8::6]"));
}
