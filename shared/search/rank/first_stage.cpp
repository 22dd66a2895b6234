// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/first_stage.h"

#include "shared/search/match/posting_sets.h"

#include <algorithm>
#include <array>
#include <functional>

namespace trawl::search {

bool ranks_before(const index::Columns& columns, float score, std::uint32_t document, float other_score,
                  std::uint32_t other) {
  if (score != other_score) return score > other_score;
  if (columns.published()[document] != columns.published()[other]) {
    return columns.published()[document] > columns.published()[other];
  }
  return columns.ids()[document] < columns.ids()[other];
}

FirstStage::FirstStage(const IndexView& view, std::span<const ScoredTerm> terms, const ScoringContext& context,
                       const Recency& recency, Budget& budget)
    : view_(view), terms_(terms), context_(context), recency_(recency), budget_(budget) {}

std::vector<FirstScore> FirstStage::best(const DocSet& within, std::size_t matches, std::size_t count) {
  count_ = count;
  if (count == 0) return {};
  scores_.assign(std::size_t{view_.columns.last_document} + 1, 0);
  for (const ScoredTerm& term : terms_) add(term, within, matches);
  within.for_each([&](std::uint32_t document) { offer(document, scores_[document]); });
  std::ranges::partial_sort(best_, best_.begin() + static_cast<std::ptrdiff_t>(std::min(count, best_.size())),
                            [&](const FirstScore& a, const FirstScore& b) { return is_before(a, b); });
  best_.resize(std::min(count, best_.size()));
  return std::move(best_);
}

/// Adds what a term scores; if the documents are few, to those alone, else to all that have it.
void FirstStage::add(const ScoredTerm& term, const DocSet& within, std::size_t matches) {
  const TermScorer scorer(term, view_.columns, context_);
  if (matches * kSkipCost < term.df) {
    PostingCursor cursor(*term.postings);
    within.for_each([&](std::uint32_t document) {
      const std::uint32_t tf = budget_.spent() ? 0 : cursor.tf(document);
      if (tf > 0) scores_[document] += static_cast<float>(scorer.score(tf, document));
    });
    return;
  }
  std::array<float, index::PostingBlock::kSize> of_block;
  for_each_block(*term.postings, true, budget_, [&](const index::PostingBlock& block) {
    scorer.score(block, of_block.data());
    for (std::size_t i = 0; i < block.size; ++i) scores_[block.documents[i]] += of_block[i];
  });
}

bool FirstStage::is_before(const FirstScore& a, const FirstScore& b) const {
  return ranks_before(view_.columns, a.score, a.document, b.score, b.document);
}

void FirstStage::offer(std::uint32_t document, float score) {
  if (recency_.is_on()) score *= static_cast<float>(recency_.factor(view_.columns.published()[document]));
  if (score < threshold_) return;
  best_.push_back({document, score});
  if (best_.size() >= 2 * count_) keep_best();
}

/// Choosing among twice as many from time to time takes a fraction of what a heap would.
void FirstStage::keep_best() {
  const auto last = best_.begin() + static_cast<std::ptrdiff_t>(count_ - 1);
  std::ranges::nth_element(best_, last, std::greater(), &FirstScore::score);
  threshold_ = last->score;
  std::erase_if(best_, [&](const FirstScore& one) { return one.score < threshold_; });
  if (best_.size() < 2 * count_) return;
  // So many share the last score that dates must decide, which are read from all over memory.
  std::ranges::nth_element(best_, last, [&](const FirstScore& a, const FirstScore& b) { return is_before(a, b); });
  best_.resize(count_);
}

} // namespace trawl::search
