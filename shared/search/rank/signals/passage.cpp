// SPDX-License-Identifier: GPL-3.0-or-later
/// Passage: words that answer a question stand together. A long text is scored by its best passage too, in place of
/// part of the score of its whole. `words`: the length of a passage.
#include "shared/search/rank/candidates.h"
#include "shared/search/rank/passage_score.h"
#include "shared/search/rank/signal.h"

#include <utility>

namespace trawl::search {
namespace {

constexpr std::uint32_t kLongText = 300; // words: five passages

/// What the terms' positions in the whole text score, and where they are.
double score_whole(const Candidates& candidates, std::size_t d, std::vector<PassageHit>& hits) {
  double whole = 0;
  for (std::size_t t = 0; t < candidates.terms.size(); ++t) {
    if (!candidates.is_stem(t) || candidates.tf(t, d) == 0) continue;
    for (const std::uint32_t position : candidates.positions(t, d)) hits.push_back({position, t});
    whole += TermScorer(candidates.terms[t], candidates.view.columns, candidates.context)
                 .score(candidates.tf(t, d), candidates.documents[d]);
  }
  return whole;
}

void add_passage(Candidates& candidates, const SignalSettings& settings) {
  std::vector<double> weights;
  for (const ScoredTerm& term : candidates.terms) weights.push_back(term.weight);
  const auto length = static_cast<std::uint32_t>(settings.words);
  const double norm = candidates.context.text_norm.of(length);
  for (std::size_t d = 0; d < candidates.documents.size() && !candidates.budget.spent(); ++d) {
    if (candidates.words(d) < kLongText) continue;
    std::vector<PassageHit> hits;
    const double whole = score_whole(candidates, d, hits);
    const double best = best_passage_score(std::move(hits), length, weights, candidates.context.k1, norm);
    candidates.add(d, signals::kPassage.name,
                   candidates.use.explain ? "the best " + std::to_string(length) + " words in a row" : std::string(),
                   settings.weight * (best - whole));
  }
}

} // namespace

const Signal signals::kPassage{"passage", {.weight = 0.6, .words = 60}, add_passage};

} // namespace trawl::search
