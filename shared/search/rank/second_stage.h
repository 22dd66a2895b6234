// SPDX-License-Identifier: GPL-3.0-or-later
/// The second stage of ranking: the full score of a few candidates, with what needs the positions of words.
#pragma once

#include "shared/search/rank/candidates.h"
#include "shared/search/rank/ranking_parameters.h"

#include <cstdint>
#include <span>
#include <vector>

namespace trawl::search {

/// The score of each document: the BM25 of its terms, then the signals (signal.h). `documents` ascend. A document that
/// cannot be shown may get less than its full score. If the budget runs out, the scores are incomplete.
std::vector<CandidateScore> score_candidates(std::span<const std::uint32_t> documents, const RankTerms& query,
                                             std::span<const ScoredTerm> terms, const IndexView& view,
                                             const ScoringContext& context, const RankingParameters& parameters,
                                             const CandidateUse& use, Budget& budget);

} // namespace trawl::search
