// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/http_limits.h"

#include "tests/support/documented_rows.h"

#include <map>
#include <string>

#include <catch2/catch.hpp>

TEST_CASE("http limits: the defaults are the documented ones", "[searchd][security]") {
  const trawl::searchd::HttpLimits limits;
  const auto ms = [](std::chrono::milliseconds time) { return static_cast<std::size_t>(time.count()); };
  const std::map<std::string, std::size_t> defaults{{"request_line_bytes", limits.request_line_bytes},
                                                    {"header_bytes", limits.header_bytes},
                                                    {"head_bytes", limits.head_bytes},
                                                    {"header_count", limits.header_count},
                                                    {"body_bytes", limits.body_bytes},
                                                    {"answer_bytes", limits.answer_bytes},
                                                    {"connections", limits.connections},
                                                    {"connections_per_client", limits.connections_per_client},
                                                    {"waiting_requests", limits.waiting_requests},
                                                    {"waiting_per_client", limits.waiting_per_client},
                                                    {"short_wait_ms", ms(limits.short_wait)},
                                                    {"long_wait_ms", ms(limits.long_wait)},
                                                    {"requests_per_connection", limits.requests_per_connection},
                                                    {"request_time_ms", ms(limits.request_time)},
                                                    {"answer_time_ms", ms(limits.answer_time)},
                                                    {"idle_time_ms", ms(limits.idle_time)},
                                                    {"idle_time_under_load_ms", ms(limits.idle_time_under_load)},
                                                    {"linger_time_ms", ms(limits.linger_time)},
                                                    {"grace_time_ms", ms(limits.grace_time)},
                                                    {"reading_time_ms", ms(limits.reading_time)}};
  std::map<std::string, std::size_t> documented;
  for (const auto& [name, value] : trawl::test::documented_rows("Limits of the daemon", "reliability.md")) {
    documented[name] = std::stoul(value);
  }
  CHECK(documented == defaults);
}
