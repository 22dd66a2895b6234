// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/network.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::commands;
using namespace std::chrono_literals;

TEST_CASE("network: the timeout bounds every kind of request, and the connection with them", "[commands]") {
  Options options;
  options.network.timeout_seconds = 3;
  const auto fetcher = fetcher_options(options, {});
  REQUIRE(fetcher);
  const auto& limits = fetcher->limits;
  CHECK(limits.page.total == 3s);
  CHECK(limits.feed.total == 3s);
  CHECK(limits.robots.total == 3s);
  CHECK(limits.connect == 3s);
  CHECK(limits.low_speed_time == 1s);
  options.network.timeout_seconds = 600;
  const auto patient = fetcher_options(options, {});
  REQUIRE(patient);
  CHECK(patient->limits.page.total == 600s);
  CHECK(patient->limits.connect == fetch::FetchLimits{}.connect); // a longer timeout does not lengthen these
  CHECK(patient->limits.low_speed_time == fetch::FetchLimits{}.low_speed_time);
  options.network.timeout_seconds = 1;
  CHECK(fetcher_options(options, {})->limits.low_speed_time == 1s);
}

TEST_CASE("network: proxy, certificates and user agent are passed on", "[commands]") {
  Options options;
  CHECK(fetcher_options(options, {})->user_agent == fetch::default_user_agent());
  options.network.user_agent = "me/1";
  options.network.proxy = "http://p:1";
  options.network.ca_file = "ca.pem";
  const auto fetcher = fetcher_options(options, {});
  REQUIRE(fetcher);
  CHECK(fetcher->user_agent == "me/1");
  CHECK(fetcher->proxy == "http://p:1");
  CHECK(fetcher->ca_file == "ca.pem");
}

TEST_CASE("network: an address to allow is IP:PORT", "[commands]") {
  Options options;
  options.network.allowed_addresses = {"127.0.0.1:8080", "[::1]:80"};
  CHECK(fetcher_options(options, {}));
  for (const char* wrong : {"", "127.0.0.1", "localhost:80", "127.0.0.0/8", "127.0.0.1:0x50", "127.0.0.1:99999"}) {
    INFO(wrong);
    options.network.allowed_addresses = {wrong};
    const auto refused = fetcher_options(options, {});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::Usage);
  }
}

TEST_CASE("network: a delay of 0 turns off all politeness except the backoff", "[commands]") {
  Options options;
  options.network.delay_seconds = 0.25;
  const auto polite = politeness_options(options);
  CHECK(polite.delay == 250ms);
  CHECK(polite.answer_time_factor > 0);
  CHECK(polite.pages_per_day > 0);
  options.network.delay_seconds = 0;
  const auto none = politeness_options(options);
  CHECK(none.delay == 0ms);
  CHECK(none.answer_time_factor == 0);
  CHECK(none.pages_per_day == 0);
  CHECK(none.first_backoff == polite.first_backoff);
}

TEST_CASE("network: the product token ends before version and comment", "[commands]") {
  struct Row {
    const char* user_agent;
    const char* product;
  };
  for (const Row& row : {Row{"trawl/1.0 (+https://e.org)", "trawl"},
                         {"trawl", "trawl"},
                         {"My-Bot (x)", "My-Bot"},
                         {"bot;v=1", "bot"},
                         {"bot(x)", "bot"},
                         {"", ""},
                         {"/1", ""}}) {
    INFO(row.user_agent);
    CHECK(product_of(row.user_agent) == row.product);
  }
  CHECK(product_of(fetch::default_user_agent()) == "trawl");
}
