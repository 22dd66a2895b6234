// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/second_stage.h"

#include "shared/search/match/posting_cursor.h"

#include <algorithm>
#include <utility>

namespace trawl::search {
namespace {

std::string_view name_of(ScorePart part) {
  switch (part) {
  case ScorePart::Stem:
    return "stem";
  case ScorePart::Title:
    return "title";
  case ScorePart::Exact:
    return "exact";
  case ScorePart::Variant:
    return "variant";
  case ScorePart::Author:
    return "author";
  }
  return "";
}

/// One pass over the posting list of each term.
void read_tf(Candidates& candidates) {
  const std::size_t count = candidates.documents.size();
  candidates.tfs.assign(candidates.terms.size() * count, 0);
  for (std::size_t t = 0; t < candidates.terms.size() && !candidates.budget.spent_now(); ++t) {
    PostingCursor cursor(*candidates.terms[t].postings);
    for (std::size_t d = 0; d < count; ++d) candidates.tfs[t * count + d] = cursor.tf(candidates.documents[d]);
  }
}

void read_positions(Candidates& candidates) {
  const std::size_t count = candidates.documents.size();
  candidates.position_ends.reserve(candidates.tfs.size());
  Positions of_one;
  for (std::size_t i = 0; i < candidates.tfs.size(); ++i) {
    if (candidates.is_stem(i / count) && candidates.tfs[i] > 0 && !candidates.budget.spent()) {
      candidates.view.columns.read_positions(candidates.documents[i % count], candidates.terms[i / count].term, of_one);
      candidates.all_positions.insert(candidates.all_positions.end(), of_one.begin(), of_one.end());
    }
    candidates.position_ends.push_back(candidates.all_positions.size());
  }
}

void add_term(Candidates& candidates, std::size_t t) {
  const ScoredTerm& term = candidates.terms[t];
  const TermScorer scorer(term, candidates.view.columns, candidates.context);
  for (std::size_t d = 0; d < candidates.documents.size(); ++d) {
    const double tf = candidates.tf(t, d);
    if (tf == 0) continue;
    std::string detail;
    if (candidates.use.explain) {
      const auto count = static_cast<long>(tf);
      detail = "'" + term.word + "' " + std::to_string(count) + (count == 1 ? " time" : " times");
    }
    candidates.add(d, name_of(term.part), std::move(detail), scorer.score(tf, candidates.documents[d]));
  }
}

} // namespace

std::vector<CandidateScore> score_candidates(std::span<const std::uint32_t> documents, const RankTerms& query,
                                             std::span<const ScoredTerm> terms, const IndexView& view,
                                             const ScoringContext& context, const RankingParameters& parameters,
                                             const CandidateUse& use, Budget& budget) {
  Candidates candidates{documents, query, terms, view, context, use, budget};
  candidates.scores.resize(documents.size());
  read_tf(candidates);
  for (std::size_t t = 0; t < terms.size(); ++t) add_term(candidates, t);
  read_positions(candidates);
  for (std::size_t i = 0; i < kSignalCount; ++i) kSignals[i]->add(candidates, parameters.signals[i]);
  return std::move(candidates.scores);
}

} // namespace trawl::search
