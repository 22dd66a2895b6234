// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/date_time.h"

#include <random>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl;

namespace {

std::string reread(std::string_view text) {
  const auto date = parse_rfc3339(text);
  return date ? to_text(*date) : "-";
}

} // namespace

TEST_CASE("date_time: RFC 3339 is read strictly and written in UTC", "[base]") {
  CHECK(reread("2026-04-08T09:30:00Z") == "2026-04-08T09:30:00Z");
  CHECK(reread("2026-04-08T01:30:00.123+02:00") == "2026-04-07T23:30:00Z");
  CHECK(reread("2026-04-08") == "2026-04-08");
  CHECK(reread("2024-02-29") == "2024-02-29");
  CHECK(reread("2026-02-29") == "-");
  CHECK(reread("2026-04-08T24:00:00Z") == "-");
  CHECK(reread("2026-04-08T09:30:00") == "-");
  CHECK(reread("2026-4-8") == "-");
  CHECK(reread("2026-04-08x") == "-");
}

TEST_CASE("date_time: the examples of RFC 3339, section 5.8", "[base]") {
  CHECK(reread("1985-04-12T23:20:50.52Z") == "1985-04-12T23:20:50Z");
  CHECK(reread("1996-12-19T16:39:57-08:00") == "1996-12-20T00:39:57Z");
  CHECK(reread("1990-12-31T23:59:60Z") == "1990-12-31T23:59:59Z"); // a leap second is read as the one before it
  CHECK(reread("1990-12-31T15:59:60-08:00") == "1990-12-31T23:59:59Z");
  CHECK(reread("1937-01-01T12:00:27.87+00:20") == "1937-01-01T11:40:27Z");
}

TEST_CASE("date_time: every moment that is written is read back", "[base]") {
  std::mt19937_64 random(61);
  constexpr std::int64_t kFirst = -62'167'219'200, kLast = 253'402'300'799; // the years 0 to 9999
  for (int i = 0; i < 5'000; ++i) {
    const auto seconds = kFirst + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(kLast - kFirst));
    const Moment moment{std::chrono::seconds(seconds)};
    const auto back = parse_rfc3339(to_rfc3339(moment));
    REQUIRE(back);
    REQUIRE(back->time == moment);
    REQUIRE(parse_rfc3339(to_day(moment))->time == std::chrono::floor<std::chrono::days>(moment));
  }
}
