// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/publish_rate.h"

#include <catch2/catch.hpp>

namespace publish_rate_test {

using namespace trawl;
using namespace trawl::crawl;
using std::chrono::days;

namespace {

const Moment kNow = std::chrono::sys_days{std::chrono::year{2026} / 6 / 1};

/// Articles that many days before now.
std::vector<Moment> ago(const std::vector<int>& all) {
  std::vector<Moment> moments;
  for (const int one : all) moments.push_back(kNow - days{one});
  return moments;
}

} // namespace

TEST_CASE("publish rate: the median interval, where several articles on a day count once", "[crawl]") {
  const auto rate = publish_rate_of(ago({2, 2, 2, 4, 6, 13, 15}));
  REQUIRE(rate);
  CHECK(rate->median == days{2});
  CHECK(rate->longest == days{7});
  CHECK(rate->last == kNow - days{2});
}

TEST_CASE("publish rate: a few articles are not enough", "[crawl]") {
  CHECK_FALSE(publish_rate_of({}));
  CHECK_FALSE(publish_rate_of(ago({1, 3, 5, 9})));
  CHECK_FALSE(publish_rate_of(ago({1, 1, 1, 1, 1, 1, 1})));
}

TEST_CASE("publish rate: silent means longer than ever, than three median intervals, and than 14 days", "[crawl]") {
  const auto daily = publish_rate_of(ago({0, 1, 2, 3, 4, 5})).value();
  CHECK_FALSE(is_silent(daily, kNow + days{14}));
  CHECK(is_silent(daily, kNow + days{15}));
  const auto monthly = publish_rate_of(ago({0, 30, 60, 90, 120})).value();
  CHECK_FALSE(is_silent(monthly, kNow + days{90}));
  CHECK(is_silent(monthly, kNow + days{91}));
  const auto with_a_long_holiday = publish_rate_of(ago({0, 5, 10, 15, 75, 80})).value();
  CHECK_FALSE(is_silent(with_a_long_holiday, kNow + days{60}));
  CHECK(is_silent(with_a_long_holiday, kNow + days{61}));
}

TEST_CASE("publish rate: silence is described in days", "[crawl]") {
  const auto rate = publish_rate_of(ago({0, 3, 6, 9, 12})).value();
  CHECK(describe_silence(rate, kNow + days{40}) == "usually an article every 3 days, none for 40");
}

} // namespace publish_rate_test
