// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/passage_score.h"

#include <algorithm>

#include "shared/search/bm25.h"

namespace trawl::search {

double best_passage_score(std::vector<PassageHit> hits, std::uint32_t width, std::span<const double> weights, double k1,
                          double norm) {
  std::ranges::sort(hits);
  std::vector<double> tf(weights.size()); // in the window
  double score = 0;
  double best = 0;
  const auto change = [&](std::size_t term, double by) {
    score -= weights[term] * saturation(tf[term], k1, norm);
    tf[term] += by;
    score += weights[term] * saturation(tf[term], k1, norm);
  };
  std::size_t first = 0;
  for (const PassageHit& hit : hits) {
    change(hit.term, 1);
    for (; hits[first].position + width < hit.position; ++first) change(hits[first].term, -1);
    best = std::max(best, score);
  }
  return best;
}

} // namespace trawl::search
