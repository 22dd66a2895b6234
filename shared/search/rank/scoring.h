// SPDX-License-Identifier: GPL-3.0-or-later
/// The formula of ranking: what each term of a query is worth, for a whole list of postings (first stage) and for one
/// document (second stage). Both stages and `explain` use the same weights.
#pragma once

#include "shared/search/index_view.h"
#include "shared/search/rank/bm25.h"
#include "shared/search/rank/rank_terms.h"
#include "shared/search/rank/ranking.h"

#include <span>
#include <string>
#include <vector>

namespace trawl::search {

enum class ScorePart { Stem, Title, Exact, Variant, Compound };

/// One posting list of the index with what an occurrence is worth.
struct ScoredTerm {
  ScorePart part = ScorePart::Stem;
  std::string term;  ///< of the index, with its prefix
  std::string word;  ///< as readers know it
  double weight = 0; ///< parameter · times in the query · idf
  double idf = 0;
  std::size_t frequency = 0;
};

struct ScoringContext {
  double documents = 0;
  LengthNorm text_norm, title_norm;
};

ScoringContext scoring_context(const IndexView& view, const RankingParameters& parameters);

/// The terms that the index holds, those that may give most first.
std::vector<ScoredTerm> scored_terms(const RankTerms& terms, const IndexView& view, const ScoringContext& context,
                                     const RankingParameters& parameters, Budget& budget);

/// The worth of occurrences of a term. Borrows the columns.
class TermScorer {
 public:
  TermScorer(const ScoredTerm& term, const index::Columns& columns, const ScoringContext& context,
             const RankingParameters& parameters);
  double of(double occurrences, std::uint32_t document) const {
    return weight_ * saturation(occurrences, k1_, norm_.of(lengths_[document]));
  }

 private:
  double weight_, k1_;
  std::span<const std::uint32_t> lengths_;
  LengthNorm norm_;
};

/// The second stage: the full score of each document (ascending), with its parts if asked for.
struct Rescored {
  double score = 0;
  std::vector<ExplainPart> explain;
};
std::vector<Rescored> rescore(std::span<const std::uint32_t> documents, const RankTerms& terms,
                              std::span<const ScoredTerm> scored, const IndexView& view, const ScoringContext& context,
                              const RankingParameters& parameters, bool explain, Budget& budget);

} // namespace trawl::search
