// SPDX-License-Identifier: GPL-3.0-or-later
/// Meaning: a text may be about what was asked in other words. The passage of each candidate that is nearest to the
/// query, by the vectors of their words (shared/meaning), adds a share of the best score. Vectors blur names, so
/// nothing is added if the best candidate has all words of the query in a row.
#include "shared/search/match/proximity.h"
#include "shared/search/rank/candidates.h"
#include "shared/search/rank/nearness.h"
#include "shared/search/rank/signal.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

namespace trawl::search {
namespace {

constexpr std::size_t kFirstOnes = 10;

/// Whether all words of the query are side by side in a candidate, in their order.
bool has_in_a_row(const Candidates& candidates, std::size_t d) {
  Positions ends, found;
  bool is_first = true;
  for (const RankTerm& stem : candidates.query.stems) {
    const auto term = std::ranges::find_if(
        candidates.terms, [&](const ScoredTerm& one) { return one.part == ScorePart::Stem && one.term == stem.term; });
    if (term == candidates.terms.end()) return false;
    const auto positions = candidates.positions(static_cast<std::size_t>(term - candidates.terms.begin()), d);
    if (is_first) found.assign(positions.begin(), positions.end());
    if (!is_first) find_followers(ends, positions, false, 1, found);
    ends = found;
    is_first = false;
  }
  return !ends.empty();
}

/// Notes which candidates come among the first ones only when `share` of their nearness is added.
void note_lifted(Candidates& candidates, const std::vector<double>& near, double share) {
  const auto first_ones = [&](double part) {
    std::vector<std::size_t> order(near.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater(),
                             [&](std::size_t d) { return candidates.scores[d].score + part * near[d]; });
    order.resize(std::min(order.size(), kFirstOnes));
    return order;
  };
  for (const std::size_t d : first_ones(share)) candidates.scores[d].by_meaning = true;
  for (const std::size_t d : first_ones(0)) candidates.scores[d].by_meaning = false;
}

void add_meaning(Candidates& candidates, const SignalSettings& settings) {
  if (candidates.use.nearness == nullptr || settings.weight == 0 || candidates.scores.empty()) return;
  const auto best = std::ranges::max_element(candidates.scores, {}, &CandidateScore::score);
  if (has_in_a_row(candidates, static_cast<std::size_t>(best - candidates.scores.begin()))) return;
  const std::vector<double> near = candidates.use.nearness->of(candidates.documents);
  const double share = settings.weight * best->score;
  note_lifted(candidates, near, share);
  for (std::size_t d = 0; d < near.size(); ++d) {
    candidates.add(d, signals::kMeaning.name, candidates.use.explain ? "a passage about the same" : "",
                   share * near[d]);
  }
}

} // namespace

const Signal signals::kMeaning{"meaning", {.weight = 0.6}, add_meaning};

} // namespace trawl::search
