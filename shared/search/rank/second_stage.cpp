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
    PostingCursor cursor(candidates.view, *candidates.terms[t].postings);
    for (std::size_t d = 0; d < count; ++d) candidates.tfs[t * count + d] = cursor.tf(candidates.documents[d]);
  }
}

/// In steps, each of which reads another place in memory: all candidates take it together, and what the next one reads
/// is on its way meanwhile.
void read_positions(Candidates& candidates) {
  const std::size_t count = candidates.documents.size();
  std::vector<index::PositionIndex> texts; // of each candidate
  for (const std::uint32_t document : candidates.documents)
    texts.push_back(candidates.view.columns.positions_of(document));
  std::vector<PositionedTerm> terms;
  for (const ScoredTerm& term : candidates.terms) terms.emplace_back(term.term);
  std::vector<std::size_t> numbers(candidates.tfs.size()); // of each stem in each text
  const auto for_each_stem = [&](auto step) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (candidates.is_stem(i / count) && candidates.tfs[i] > 0) step(texts[i % count], terms[i / count], numbers[i]);
    }
  };
  for_each_stem([](const auto& text, const auto& term, auto&) { text.prefetch(term.stem()); });
  for_each_stem([](const auto& text, const auto& term, auto& number) {
    number = text.find(term.stem());
    text.prefetch_end(number);
  });
  for_each_stem([](const auto& text, const auto&, auto& number) { text.prefetch_positions(number); });
  candidates.position_ends.reserve(numbers.size());
  Positions of_one;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (candidates.is_stem(i / count) && candidates.tfs[i] > 0 && !candidates.budget.spent()) {
      texts[i % count].positions_at(numbers[i], terms[i / count].part(), of_one);
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
  for (const std::uint32_t document : documents) view.columns.prefetch_positions(document); // read after the tf
  read_tf(candidates);
  for (std::size_t t = 0; t < terms.size(); ++t) add_term(candidates, t);
  read_positions(candidates);
  for (std::size_t i = 0; i < kSignalCount; ++i) kSignals[i]->add(candidates, parameters.signals[i]);
  return std::move(candidates.scores);
}

} // namespace trawl::search
