// SPDX-License-Identifier: GPL-3.0-or-later
/// Pairs: words of the query that are neighbours in the text too, scored like a term of their own.
#include "shared/search/bm25.h"
#include "shared/search/match/proximity.h"
#include "shared/search/rank/candidates.h"
#include "shared/search/rank/signal.h"

#include <algorithm>
#include <span>

namespace trawl::search {
namespace {

/// The index of a stem among the terms; their number if the index does not have it.
std::size_t index_of_stem(const std::string& stem, std::span<const ScoredTerm> terms) {
  const std::string indexed = "Z" + stem;
  const auto found = std::ranges::find_if(
      terms, [&](const ScoredTerm& term) { return term.part == ScorePart::Stem && term.term == indexed; });
  return static_cast<std::size_t>(found - terms.begin());
}

void add_pair(Candidates& candidates, const std::string& left, const std::string& right, double weight) {
  const std::size_t l = index_of_stem(left, candidates.terms);
  const std::size_t r = index_of_stem(right, candidates.terms);
  if (l == candidates.terms.size() || r == candidates.terms.size()) return;
  std::vector<double> tf(candidates.documents.size());
  double df = 0;
  Positions followers;
  for (std::size_t d = 0; d < tf.size() && !candidates.budget.spent(); ++d) {
    if (candidates.tf(l, d) == 0 || candidates.tf(r, d) == 0) continue;
    find_followers(candidates.positions(l, d), candidates.positions(r, d), false, 1, followers);
    tf[d] = static_cast<double>(followers.size());
    df += tf[d] > 0 ? 1 : 0;
  }
  // No index has the df of the pair. That among the candidates takes its place.
  const ScoringContext& context = candidates.context;
  const double idf = inverse_document_frequency(context.documents, df);
  for (std::size_t d = 0; d < tf.size(); ++d) {
    if (tf[d] == 0) continue;
    const double norm = context.text_norm.of(candidates.words(d));
    candidates.add(d, signals::kPairs.name,
                   candidates.use.explain
                       ? "'" + candidates.terms[l].word + " " + candidates.terms[r].word + "' side by side"
                       : std::string(),
                   weight * idf * saturation(tf[d], context.k1, norm));
  }
}

void add_pairs(Candidates& candidates, const SignalSettings& settings) {
  for (const auto& [left, right] : candidates.query.pairs) add_pair(candidates, left, right, settings.weight);
}

} // namespace

const Signal signals::kPairs{"pairs", {.weight = 0.25}, add_pairs};

} // namespace trawl::search
