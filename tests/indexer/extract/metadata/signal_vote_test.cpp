// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/signal_vote.h"

#include <catch2/catch.hpp>

using namespace trawl::extract;

TEST_CASE("signal vote: the candidate with most support wins, the first of equals", "[signal_vote]") {
  const std::vector<double> weights{1.0, 3.0, 3.0, 2.0};
  const auto weight = [](double value) { return value; };
  CHECK(best_supported(weights, weight) == &weights[1]);
  CHECK(best_supported(std::vector<double>{}, weight) == nullptr);
}

TEST_CASE("signal vote: sums that differ only by rounding are equal", "[signal_vote]") {
  const std::vector<double> sums{0.1 + 0.2 + 0.3, 0.3 + 0.2 + 0.1};
  CHECK(best_supported(sums, [](double sum) { return sum; }) == &sums[0]);
}

TEST_CASE("signal vote: each kind of signal is named once", "[signal_vote]") {
  SignalNames names("h1");
  CHECK(names.add("og:title"));
  CHECK_FALSE(names.add("h1"));
  CHECK_FALSE(names.add("og:title"));
  CHECK(names.text() == "h1, og:title");
}
