// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/recency.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::search;

namespace {

constexpr std::int64_t kDay = 86'400;
const Moment kNow{std::chrono::seconds(1000 * kDay)};

} // namespace

TEST_CASE("recency: the bonus halves every sixty days and is bounded", "[rank]") {
  const Recency recency(0.4, kNow);
  CHECK(recency.factor(1000 * kDay) == Approx(1.4));
  CHECK(recency.factor(940 * kDay) == Approx(1.2));
  CHECK(recency.factor(880 * kDay) == Approx(1.1));
  CHECK(recency.factor(2000 * kDay) == Approx(1.4)); // dated in the future
  CHECK(recency.factor(index::kUndated) == 1);
  CHECK(Recency(5, kNow).factor(1000 * kDay) == Approx(2));
}

TEST_CASE("recency: weight 0 changes nothing", "[rank]") {
  const Recency off(0, kNow);
  CHECK_FALSE(off.is_on());
  CHECK(off.factor(1000 * kDay) == 1);
}
