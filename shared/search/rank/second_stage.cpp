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
  candidates.tf.assign(candidates.terms.size(), std::vector<double>(count));
  for (std::size_t t = 0; t < candidates.terms.size(); ++t) {
    if (candidates.budget.passed()) break;
    std::ranges::copy(term_frequencies(candidates.view, candidates.terms[t].term, candidates.documents),
                      candidates.tf[t].begin());
  }
}

void read_positions(Candidates& candidates) {
  const std::size_t count = candidates.documents.size();
  candidates.positions.assign(candidates.terms.size(), std::vector<Positions>(count));
  for (std::size_t t = 0; t < candidates.terms.size(); ++t) {
    if (!candidates.is_stem(t)) continue;
    std::vector<std::uint32_t> documents;
    std::vector<std::size_t> rows;
    for (std::size_t d = 0; d < count; ++d) {
      if (candidates.tf[t][d] == 0) continue;
      documents.push_back(candidates.documents[d]);
      rows.push_back(d);
    }
    if (documents.empty()) continue;
    std::vector<Positions> lists =
        positions_in(candidates.view, candidates.terms[t].term, documents, candidates.budget);
    for (std::size_t i = 0; i < rows.size(); ++i) candidates.positions[t][rows[i]] = std::move(lists[i]);
  }
}

void add_term(Candidates& candidates, std::size_t t) {
  const ScoredTerm& term = candidates.terms[t];
  const TermScorer scorer(term, candidates.view.columns, candidates.context);
  for (std::size_t d = 0; d < candidates.documents.size(); ++d) {
    const double tf = candidates.tf[t][d];
    if (tf == 0) continue;
    std::string detail;
    if (candidates.explain) {
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
                                             bool explain, Budget& budget) {
  for (const std::uint32_t document : documents) view.columns.prefetch_positions(document); // read after the tf
  Candidates candidates{documents, query, terms, view, context, explain, budget};
  candidates.scores.resize(documents.size());
  read_tf(candidates);
  for (std::size_t t = 0; t < terms.size(); ++t) add_term(candidates, t);
  read_positions(candidates);
  for (std::size_t i = 0; i < kSignalCount; ++i) kSignals[i]->add(candidates, parameters.signals[i]);
  return std::move(candidates.scores);
}

} // namespace trawl::search
