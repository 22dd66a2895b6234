// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/first_stage.h"

#include "shared/search/match/posting_sets.h"

#include <algorithm>
#include <functional>

namespace trawl::search {
namespace {

/// Postings read at most, at 3 ns each. The lightest terms of a longer query are left to the second stage.
constexpr std::size_t kMaxPostings = 20'000'000;
/// Looking for the candidates above the threshold costs as much as so many postings for each match.
constexpr std::size_t kThresholdCost = 2;

} // namespace

bool ranks_before(const index::Columns& columns, float score, std::uint32_t document, float other_score,
                  std::uint32_t other) {
  if (score != other_score) return score > other_score;
  if (columns.published[document] != columns.published[other]) {
    return columns.published[document] > columns.published[other];
  }
  return columns.id[document] < columns.id[other];
}

FirstStage::FirstStage(const IndexView& view, std::span<const ScoredTerm> terms, const ScoringContext& context,
                       const Recency& recency, Budget& budget)
    : view_(view), terms_(terms), context_(context), recency_(recency), budget_(budget) {}

std::vector<std::uint32_t> FirstStage::best(const DocSet& within, std::size_t matches, std::size_t count) {
  scores_.assign(std::size_t{view_.columns.last_document} + 1, 0.0F);
  add_terms(within, matches, count);
  if (recency_.is_on()) add_recency();
  return select(within, count);
}

void FirstStage::add_terms(const DocSet& within, std::size_t matches, std::size_t count) {
  std::size_t postings = 0;
  std::size_t checked_at = 0; // postings when candidates were last looked for
  const std::size_t threshold_cost = kThresholdCost * matches;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    const ScoredTerm& term = terms_[t];
    const std::size_t cost = std::min(term.df, matches * kSkipCost);
    postings += cost;
    if (postings > kMaxPostings && t > 0) break;
    if (!recency_.is_on() && postings - checked_at >= threshold_cost && postings_left(t, matches) > threshold_cost) {
      checked_at = postings;
      if (const auto candidates = candidates_above_threshold(within, count, t)) {
        return score_candidates(*candidates, t);
      }
    }
    const TermScorer scorer(term, view_.columns, context_);
    const auto add = [&](std::uint32_t document, std::uint32_t tf) {
      scores_[document] += static_cast<float>(scorer.score(tf, document));
    };
    if (cost == term.df && matches > term.df / 2) {
      // Most of the postings match. Checking the others costs more than adding to scores that nobody reads.
      for_each_posting(view_, term.term, budget_, add);
    } else {
      for_each_posting_in(view_, term.term, within, matches, budget_, add);
    }
  }
}

void FirstStage::add_recency() {
  for (std::uint32_t document = 1; document < scores_.size(); ++document) {
    scores_[document] *= static_cast<float>(recency_.factor(view_.columns.published[document]));
  }
}

double FirstStage::max_score_of(std::size_t begin, std::size_t end) const {
  double sum = 0;
  for (std::size_t t = begin; t < end; ++t) sum += max_score(terms_[t].weight, context_.k1);
  return sum;
}

std::size_t FirstStage::postings_left(std::size_t t, std::size_t matches) const {
  std::size_t sum = 0;
  for (; t < terms_.size(); ++t) sum += std::min(terms_[t].df, matches * kSkipCost);
  return sum;
}

/// The documents that can still be among the best `count` if they get all that terms t and later can add (MaxScore:
/// Turtle and Flood, 1995). nullopt unless there are few enough for skipping through the lists.
std::optional<std::vector<std::uint32_t>>
FirstStage::candidates_above_threshold(const DocSet& within, std::size_t count, std::size_t t) const {
  const double left = max_score_of(t, terms_.size());
  if (max_score_of(0, t) <= left) return std::nullopt;
  std::vector<float> reached;
  within.for_each([&](std::uint32_t document) {
    if (scores_[document] > 0) reached.push_back(scores_[document]);
  });
  if (reached.size() < count || count == 0) return std::nullopt;
  const auto last = reached.begin() + static_cast<std::ptrdiff_t>(count - 1);
  std::ranges::nth_element(reached, last, std::greater());
  // Scores are rounded to float at each addition.
  const double threshold = (*last - left) - 1e-4 * (*last + left);
  if (threshold <= 0) return std::nullopt;
  std::vector<std::uint32_t> out;
  within.for_each([&](std::uint32_t document) {
    if (scores_[document] >= threshold) out.push_back(document);
  });
  if (out.size() * kSkipCost > terms_[t].df) return std::nullopt;
  return out;
}

/// Adds the terms t and later to the scores of `documents` only.
void FirstStage::score_candidates(const std::vector<std::uint32_t>& documents, std::size_t t) {
  for (; t < terms_.size() && !budget_.passed(); ++t) {
    const TermScorer scorer(terms_[t], view_.columns, context_);
    PostingCursor cursor(view_, terms_[t].term);
    for (const std::uint32_t document : documents) {
      if (const std::uint32_t tf = cursor.tf(document); tf > 0) {
        scores_[document] += static_cast<float>(scorer.score(tf, document));
      }
    }
  }
}

/// The best documents, best first, chosen with a heap that has the worst on top.
std::vector<std::uint32_t> FirstStage::select(const DocSet& within, std::size_t count) const {
  const auto better = [&](std::uint32_t a, std::uint32_t b) {
    return ranks_before(view_.columns, scores_[a], a, scores_[b], b);
  };
  std::vector<std::uint32_t> heap;
  if (count == 0) return heap;
  within.for_each([&](std::uint32_t document) {
    if (document >= scores_.size()) return;
    if (heap.size() < count) {
      heap.push_back(document);
      std::ranges::push_heap(heap, better);
    } else if (better(document, heap.front())) {
      std::ranges::pop_heap(heap, better);
      heap.back() = document;
      std::ranges::push_heap(heap, better);
    }
  });
  std::ranges::sort_heap(heap, better);
  return heap;
}

} // namespace trawl::search
