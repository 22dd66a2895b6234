// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/fetch_limits.h"

#include "tests/support/documented_rows.h"

#include <map>
#include <string>

#include <catch2/catch.hpp>

TEST_CASE("fetch limits: the defaults are the documented ones", "[fetch][security]") {
  const trawl::fetch::FetchLimits limits;
  const auto ms = [](std::chrono::milliseconds time) { return static_cast<std::size_t>(time.count()); };
  const std::map<std::string, std::size_t> defaults{
      {"page.wire_bytes", limits.page.wire_bytes},
      {"page.decoded_bytes", limits.page.decoded_bytes},
      {"feed.wire_bytes", limits.feed.wire_bytes},
      {"feed.decoded_bytes", limits.feed.decoded_bytes},
      {"robots.wire_bytes", limits.robots.wire_bytes},
      {"robots.decoded_bytes", limits.robots.decoded_bytes},
      {"total_ms", ms(limits.page.total)},
      {"connect_ms", ms(limits.connect)},
      {"low_speed_bytes", limits.low_speed_bytes},
      {"low_speed_time_ms", ms(limits.low_speed_time)},
      {"url_bytes", limits.url_bytes},
      {"header_bytes", limits.header_bytes},
      {"header_lines", limits.header_lines},
      {"max_ratio", limits.max_ratio},
      {"ratio_from_bytes", limits.ratio_from_bytes},
      {"connections", static_cast<std::size_t>(limits.connections)},
      {"connections_per_host", static_cast<std::size_t>(limits.connections_per_host)}};
  std::map<std::string, std::size_t> documented;
  for (const auto& [name, value] : trawl::test::documented_rows("Limits of the crawler", "reliability.md")) {
    documented[name] = std::stoul(value);
  }
  CHECK(documented == defaults);
  CHECK(limits.feed.total == limits.page.total);
  CHECK(limits.robots.total == limits.page.total);
}
