// SPDX-License-Identifier: GPL-3.0-or-later
// Dates and bounds; the cases of RFC 9110 and RFC 9111 are in tests/data/standards/http_*.json.
#include "indexer/fetch/freshness.h"

#include <catch2/catch.hpp>

#include <array>
#include <cstdio>
#include <random>
#include <string>

using namespace trawl;
using namespace trawl::fetch;
using namespace std::chrono_literals;

namespace {

/// The three formats of RFC 9110 §5.6.7, written with the C library.
struct Written {
  std::string imf_fixdate, rfc850, asctime;
};

Written write_date(Moment moment) {
  const std::time_t seconds = moment.time_since_epoch().count();
  std::tm parts{};
  REQUIRE(gmtime_r(&seconds, &parts) != nullptr);
  const auto format = [&](const char* pattern) {
    std::array<char, 64> buffer{};
    return std::string(buffer.data(), std::strftime(buffer.data(), buffer.size(), pattern, &parts));
  };
  return {format("%a, %d %b %Y %H:%M:%S GMT"), format("%A, %d-%b-%y %H:%M:%S GMT"), format("%a %b %e %H:%M:%S %Y")};
}

} // namespace

TEST_CASE("freshness: a date in any of the three formats is read as it was written", "[freshness]") {
  constexpr unsigned kSeed = 9110;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 2'000; ++round) {
    const Moment moment{std::chrono::seconds(random() % 3'155'760'000u)}; // 1970 to 2069
    const Written written = write_date(moment);
    INFO("seed " << kSeed << ": " << written.imf_fixdate);
    REQUIRE(parse_http_date(written.imf_fixdate) == moment);
    REQUIRE(parse_http_date(written.rfc850) == moment);
    REQUIRE(parse_http_date(written.asctime) == moment);
  }
}

TEST_CASE("freshness: a lifetime is between the bounds, whatever the headers say", "[freshness]") {
  constexpr unsigned kSeed = 9111;
  std::mt19937 random(kSeed);
  const FreshnessBounds bounds{10min, 6h};
  for (int round = 0; round < 1'000; ++round) {
    FetchResponse response;
    response.fetched_at = Moment(std::chrono::seconds(1'000'000'000 + random() % 1'000'000));
    if (random() % 2 == 0) response.cache_control = "max-age=" + std::to_string(random() % 100'000);
    if (random() % 4 == 0) response.cache_control += ", no-cache";
    if (random() % 2 == 0) response.expires = write_date(Moment(std::chrono::seconds(random()))).imf_fixdate;
    if (random() % 2 == 0) response.date = write_date(Moment(std::chrono::seconds(random()))).imf_fixdate;
    std::optional<std::chrono::seconds> ttl;
    if (random() % 2 == 0) ttl = std::chrono::seconds(random() % 100'000);
    const auto lifetime = fresh_until(response, ttl, bounds) - response.fetched_at;
    INFO("seed " << kSeed << ", round " << round << ": " << response.cache_control << " | " << response.expires);
    REQUIRE(lifetime >= bounds.shortest);
    REQUIRE(lifetime <= bounds.longest);
    if (ttl) REQUIRE(lifetime >= std::min(*ttl, bounds.longest));
  }
}
