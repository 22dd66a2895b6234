// SPDX-License-Identifier: GPL-3.0-or-later
/// The candidates of the second stage, with everything that signals read of them.
#pragma once

#include "shared/search/match/term_positions.h"
#include "shared/search/rank/rank_terms.h"
#include "shared/search/rank/term_scoring.h"
#include "shared/search/response.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

struct CandidateScore {
  double score = 0;
  std::vector<ExplainPart> explain; ///< empty unless asked for
};

/// For one query. `d` is the index of a candidate in `documents`, `t` that of a term in `terms`.
struct Candidates {
  std::span<const std::uint32_t> documents; ///< ascending
  const RankTerms& query;
  std::span<const ScoredTerm> terms;
  const IndexView& view;
  const ScoringContext& context;
  bool explain = false;
  Budget& budget;
  std::vector<CandidateScore> scores = {};
  std::vector<std::vector<double>> tf = {};           ///< [t][d]
  std::vector<std::vector<Positions>> positions = {}; ///< [t][d], of stems; empty for other terms

  std::uint32_t words(std::size_t d) const { return view.columns.words[documents[d]]; }
  bool is_stem(std::size_t t) const { return terms[t].part == ScorePart::Stem; }

  /// Adds a part to the score of a candidate, and to its explanation. `detail` is needed only if `explain` is set.
  void add(std::size_t d, std::string_view name, std::string detail, double weight) {
    scores[d].score += weight;
    if (explain && weight != 0) scores[d].explain.push_back({std::string(name), std::move(detail), weight});
  }
};

} // namespace trawl::search
