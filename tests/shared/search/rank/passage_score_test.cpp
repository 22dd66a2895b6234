// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/passage_score.h"

#include "shared/search/bm25.h"

#include <algorithm>
#include <random>

#include <catch2/catch.hpp>

using namespace trawl::search;

TEST_CASE("passage: the best score is that of trying every window", "[rank]") {
  std::mt19937 random(3);
  for (int round = 0; round < 500; ++round) {
    std::vector<PassageHit> hits;
    for (int i = 0; i < 12; ++i) hits.push_back({static_cast<std::uint32_t>(random() % 60), random() % 3});
    const std::vector<double> weights{1.0, 2.5, 0.7};
    double best = 0;
    for (std::uint32_t begin = 0; begin < 60; ++begin) {
      std::vector<double> tf(3);
      for (const PassageHit& hit : hits) tf[hit.term] += hit.position >= begin && hit.position <= begin + 10 ? 1 : 0;
      double score = 0;
      for (std::size_t t = 0; t < 3; ++t) score += weights[t] * saturation(tf[t], 1.2, 0.9);
      best = std::max(best, score);
    }
    CHECK(best_passage_score(hits, 10, weights, 1.2, 0.9) == Approx(best));
  }
}
