// SPDX-License-Identifier: GPL-3.0-or-later
/// The first stage of ranking: BM25 over the terms of the query, for the documents that match. Documents are scored in
/// windows, whose scores fit the processor's cache. What can no longer be among the best is left out as soon as that is
/// known: windows whose posting blocks promise too little, and documents of a window after its heaviest terms
/// (MaxScore: Turtle and Flood, 1995; block maxima: Ding and Suel, 2011).
#pragma once

#include "shared/search/index_view.h"
#include "shared/search/match/doc_set.h"
#include "shared/search/rank/recency.h"
#include "shared/search/rank/term_scan.h"
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
  struct Window;

  std::size_t terms_in_reach(std::size_t matches) const;
  void score_all(std::span<const std::uint64_t> within);
  bool find_bounds(const Window& window);
  void score_window(const Window& window);
  bool keep_promising(const Window& window, std::size_t t);
  void score_promising(const Window& window, std::size_t t);
  void offer_window(const Window& window);
  void offer(std::uint32_t document, float score);
  void keep_best();
  bool is_before(const FirstScore& a, const FirstScore& b) const;

  /// The least score with which a document can be among the best if it gains `more` at most; 0 if any can. A little
  /// less than that, because sums of floats are rounded at each addition.
  float least_score(double more) const;

  const IndexView& view_;
  std::span<const ScoredTerm> terms_; ///< heaviest first
  const ScoringContext& context_;
  const Recency& recency_;
  Budget& budget_;
  std::size_t count_ = 0;
  std::vector<TermScan> scans_;          ///< of the terms
  std::vector<double> bounds_;           ///< the most that each term and those after it can add in the window
  std::vector<std::size_t> postings_;    ///< about how many these have there
  std::vector<float> scores_;            ///< by document of the window; zeros between windows
  std::vector<std::uint32_t> promising_; ///< documents of the window that can still be among the best
  std::vector<FirstScore> best_;         ///< the best so far, and some that were offered since they were chosen
  float threshold_ = 0;                  ///< the least score of the best when they were chosen last
  bool has_chosen_ = false;              ///< they were chosen once
};

} // namespace trawl::search
