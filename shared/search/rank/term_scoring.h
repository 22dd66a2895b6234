// SPDX-License-Identifier: GPL-3.0-or-later
/// The BM25 of a query's terms: the weight of each. Both stages of ranking and the explanation use the same
/// weights.
#pragma once

#include "shared/index/postings/posting_list.h"
#include "shared/search/bm25.h"
#include "shared/search/index_view.h"
#include "shared/search/match/posting_cursor.h"
#include "shared/search/plan/rank_terms.h"

#include <span>
#include <string>
#include <vector>

namespace trawl::search {

struct RankingParameters;

enum class ScorePart { Stem, Title, Exact, Variant, Author };

/// A term of the index with its weight.
struct ScoredTerm {
  ScorePart part = ScorePart::Stem;
  std::string term;  ///< with its prefix
  std::string word;  ///< as readers know it
  double weight = 0; ///< parameter · occurrences in the query · idf
  double idf = 0;
  std::size_t df = 0;
  const index::PostingList* postings = nullptr; ///< of terms of a query
};

/// Statistics of the index that the score of every term depends on.
struct ScoringContext {
  double documents = 0;
  double k1 = 0;
  LengthNorm text_norm, title_norm;
};

ScoringContext scoring_context(const IndexView& view, const RankingParameters& parameters);

/// The terms of a query that the index has, heaviest first.
std::vector<ScoredTerm> scored_terms(const RankTerms& terms, const IndexView& view, const ScoringContext& context,
                                     const RankingParameters& parameters, Budget& budget);

/// The score of a term in a document. Borrows the columns.
class TermScorer {
 public:
  TermScorer(const ScoredTerm& term, const index::Columns& columns, const ScoringContext& context);
  double score(double tf, std::uint32_t document) const {
    return weight_ * saturation(tf, k1_, norm_.of(lengths_[document]));
  }

  /// The scores of all postings of a block.
  void score(const index::PostingBlock& block, float* scores) const;

 private:
  double weight_, k1_;
  LengthNorm norm_;
  const std::vector<std::uint32_t>& lengths_;
};

} // namespace trawl::search
