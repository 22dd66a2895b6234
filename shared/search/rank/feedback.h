// SPDX-License-Identifier: GPL-3.0-or-later
/// Pseudo relevance feedback: what the best documents speak of beside the query's words is taken for its subject, and
/// candidates that speak of it too gain. After the relevance model of Lavrenko and Croft (2001), but it only orders
/// candidates: no document is found by these words.
#pragma once

#include "shared/search/index_view.h"
#include "shared/search/rank/scoring.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace trawl::search {

struct FeedbackTerm {
  std::string term; ///< of the index
  double share = 0; ///< all shares add up to 1
};

/// A document with its score so far.
struct FeedbackDocument {
  std::uint32_t document = 0;
  double score = 0;
};

/// The stems that weigh most in the first ten of `best`, best first, without those of the query. Only short texts give
/// some: a long one is about many things, a title alone says nothing new. Empty if nothing is to be learnt.
std::vector<FeedbackTerm> feedback_terms(std::span<const FeedbackDocument> best, std::span<const ScoredTerm> scored,
                                         const IndexView& view, const ScoringContext& context, double k1);

} // namespace trawl::search
