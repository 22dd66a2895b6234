// SPDX-License-Identifier: GPL-3.0-or-later
/// The first stage of ranking: BM25 over the terms of the query, for the documents that match.
#pragma once

#include "shared/search/index_view.h"
#include "shared/search/match/doc_set.h"
#include "shared/search/rank/recency.h"
#include "shared/search/rank/term_scoring.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace trawl::search {

/// Whether a document comes before another: by score, then newer first, then by id. This is a total order, and a
/// rebuilt index has the same; shared/search/answer/sort.h breaks ties the same way.
bool ranks_before(const index::Columns& columns, float score, std::uint32_t document, float other_score,
                  std::uint32_t other);

struct FirstScore {
  std::uint32_t document = 0;
  float score = 0;
};

/// For one query. Borrows its arguments.
class FirstStage {
 public:
  FirstStage(const IndexView& view, std::span<const ScoredTerm> terms, const ScoringContext& context,
             const Recency& recency, Budget& budget);

  /// The best `count` documents of `within`, best first. `matches`: the size of `within`.
  std::vector<FirstScore> best(const DocSet& within, std::size_t matches, std::size_t count);

 private:
  void add(const ScoredTerm& term, const DocSet& within, std::size_t matches);
  void offer(std::uint32_t document, float score);
  void keep_best();
  bool is_before(const FirstScore& a, const FirstScore& b) const;

  const IndexView& view_;
  std::span<const ScoredTerm> terms_; ///< heaviest first
  const ScoringContext& context_;
  const Recency& recency_;
  Budget& budget_;
  std::size_t count_ = 0;
  std::vector<float> scores_;    ///< by document
  std::vector<FirstScore> best_; ///< the best so far, and some that were offered since they were chosen
  float threshold_ = 0;          ///< the least score of the best when they were chosen last
};

} // namespace trawl::search
