// SPDX-License-Identifier: GPL-3.0-or-later
/// The first stage of ranking: the BM25 of stems, title and exact words for every document of the result, term at a
/// time, as far as is needed to know the best.
#pragma once

#include "shared/search/index_view.h"
#include "shared/search/match/doc_set.h"
#include "shared/search/rank/recency.h"
#include "shared/search/rank/term_scoring.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace trawl::search {

/// Whether a document comes before another: by score, then newer first, then by id. This is a total order, and a
/// rebuilt index has the same; shared/search/results/sort.h breaks ties the same way.
bool ranks_before(const index::Columns& columns, float score, std::uint32_t document, float other_score,
                  std::uint32_t other);

/// For one query. Borrows its arguments.
class FirstStage {
 public:
  FirstStage(const IndexView& view, std::span<const ScoredTerm> terms, const ScoringContext& context,
             const Recency& recency, Budget& budget);

  /// The best `count` documents of `within`, best first. `matches`: the size of `within`.
  std::vector<std::uint32_t> best(const DocSet& within, std::size_t matches, std::size_t count);

  /// Of a document that `best` returned.
  float score(std::uint32_t document) const { return scores_[document]; }

 private:
  void add_terms(const DocSet& within, std::size_t matches, std::size_t count);
  void add_recency();
  double max_score_of(std::size_t begin, std::size_t end) const;
  std::size_t postings_left(std::size_t t, std::size_t matches) const;
  std::optional<std::vector<std::uint32_t>> candidates_above_threshold(const DocSet& within, std::size_t count,
                                                                       std::size_t t) const;
  void score_candidates(const std::vector<std::uint32_t>& documents, std::size_t t);
  std::vector<std::uint32_t> select(const DocSet& within, std::size_t count) const;

  const IndexView& view_;
  std::span<const ScoredTerm> terms_; ///< heaviest first
  const ScoringContext& context_;
  const Recency& recency_;
  Budget& budget_;
  std::vector<float> scores_; ///< by document
};

} // namespace trawl::search
