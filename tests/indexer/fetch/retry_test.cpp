// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/retry.h"

#include <catch2/catch.hpp>

#include <random>
#include <set>
#include <string>

namespace retry_test {

using namespace trawl;
using namespace trawl::fetch;
using namespace std::chrono_literals;

namespace {

const Moment kNow = std::chrono::sys_days{std::chrono::year{1994} / 11 / 6} + 8h + 49min + 37s;

} // namespace

TEST_CASE("retry: the backoff never falls with more failures, and stays within its bounds", "[retry]") {
  constexpr unsigned kSeed = 3;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 1'000; ++round) {
    RetryPolicy policy;
    policy.first = std::chrono::seconds(1 + random() % 10'000);
    policy.factor = 1 + static_cast<double>(random() % 30) / 10;
    policy.longest = policy.first + std::chrono::seconds(random() % 1'000'000);
    const std::string key = std::to_string(random());
    INFO("seed " << kSeed << ", round " << round);
    auto before = 0s;
    for (int failures = 1; failures < 40; ++failures) {
      const auto pause = backoff(policy, failures, key);
      REQUIRE(pause >= before);
      REQUIRE(pause >= std::min(policy.first, policy.longest));
      REQUIRE(pause <= policy.longest);
      before = pause;
    }
  }
}

TEST_CASE("retry: no number of failures overflows", "[retry]") {
  const RetryPolicy policy;
  for (const int failures : {-1'000'000, -1, 0, 64, 1'024, 2'000'000'000}) {
    INFO(failures);
    CHECK(backoff(policy, failures, "a") >= policy.first);
    CHECK(backoff(policy, failures, "a") <= policy.longest);
  }
}

TEST_CASE("retry: a Retry-After lengthens a backoff, but never shortens it", "[retry]") {
  const RetryPolicy policy;
  for (const auto asked : {0s, 10s, 900s, 1'000s, 100'000s, 10'000'000s}) {
    INFO(asked.count());
    const auto pause = backoff(policy, 1, "a", asked);
    CHECK(pause >= backoff(policy, 1, "a"));
    CHECK(pause >= std::min(asked, policy.longest));
    CHECK(pause <= policy.longest);
  }
}

TEST_CASE("retry: a Retry-After beyond any calendar is a long pause, not an overflow", "[retry]") {
  CHECK(parse_retry_after("1099511627775", kNow) == std::chrono::seconds((1LL << 40) - 1));
  CHECK(parse_retry_after("1099511627777", kNow) == std::chrono::seconds(1LL << 40));
  CHECK(parse_retry_after("9223372036854775807", kNow) == std::chrono::seconds(1LL << 40));
  CHECK_FALSE(parse_retry_after(" 5", kNow).has_value());
  CHECK_FALSE(parse_retry_after("5 ", kNow).has_value());
  CHECK(parse_retry_after("Sun, 06 Nov 1994 08:49:37 GMT", kNow) == 0s);
  CHECK(parse_retry_after("Sun, 06 Nov 1994 08:49:38 GMT", kNow) == 1s);
}

TEST_CASE("retry: a status is transient by its class, with the exceptions", "[retry]") {
  for (int status = 0; status < 700; ++status) {
    INFO(status);
    const bool expected =
        status == 408 || status == 425 || status == 429 || (status >= 500 && status != 501 && status != 505);
    CHECK(is_transient(status) == expected);
  }
}

} // namespace retry_test
