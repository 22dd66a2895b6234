// SPDX-License-Identifier: GPL-3.0-or-later
/// The candidates of the second stage, with everything that signals read of them.
#pragma once

#include "shared/search/match/proximity.h"
#include "shared/search/plan/rank_terms.h"
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
  bool by_meaning = false;          ///< it is among the first ten only by the signal "meaning"
  std::vector<ExplainPart> explain; ///< empty unless asked for
};

class Nearness;

/// What the scores are used for.
struct CandidateUse {
  bool explain = false;
  const Nearness* nearness = nullptr; ///< to the query, in meaning; null: only words count
};

/// For one query. `d` is the index of a candidate in `documents`, `t` that of a term in `terms`.
struct Candidates {
  std::span<const std::uint32_t> documents; ///< ascending
  const RankTerms& query;
  std::span<const ScoredTerm> terms;
  const IndexView& view;
  const ScoringContext& context;
  CandidateUse use;
  Budget& budget;
  std::vector<CandidateScore> scores = {};
  std::vector<std::uint32_t> tfs = {};           ///< of t in d, one t after another
  std::vector<std::uint32_t> all_positions = {}; ///< of t in d, in the same order
  std::vector<std::size_t> position_ends = {};   ///< where those of t in d end

  double tf(std::size_t t, std::size_t d) const { return tfs[t * documents.size() + d]; }
  /// Positions of stems, ascending; empty for other terms.
  std::span<const std::uint32_t> positions(std::size_t t, std::size_t d) const {
    const std::size_t i = t * documents.size() + d;
    const std::size_t begin = i == 0 ? 0 : position_ends[i - 1];
    return std::span(all_positions).subspan(begin, position_ends[i] - begin);
  }

  std::uint32_t words(std::size_t d) const { return view.columns.words[documents[d]]; }
  bool is_stem(std::size_t t) const { return terms[t].part == ScorePart::Stem; }

  /// Adds a part to the score of a candidate, and to its explanation. `detail` is needed only if `use.explain` is set.
  void add(std::size_t d, std::string_view name, std::string detail, double weight) {
    scores[d].score += weight;
    if (use.explain && weight != 0) scores[d].explain.push_back({std::string(name), std::move(detail), weight});
  }
};

} // namespace trawl::search
