// SPDX-License-Identifier: GPL-3.0-or-later
/// Who wins a vote between what several places of a page say.
#pragma once

#include <vector>

namespace trawl::extract {

/// The candidate with the greatest `support(candidate)`, the first of equals; null if there is none. Not owned.
template <typename Candidate, typename Support>
const Candidate* best_supported(const std::vector<Candidate>& candidates, Support support) {
  constexpr double kEqual = 1e-9; // sums of the same weights in another order
  const Candidate* best = nullptr;
  double best_score = 0;
  for (const Candidate& candidate : candidates) {
    const double score = support(candidate);
    if (best != nullptr && score <= best_score + kEqual) continue;
    best = &candidate;
    best_score = score;
  }
  return best;
}

} // namespace trawl::extract
