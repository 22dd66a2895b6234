// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/first_stage.h"

#include "shared/base/vectorised.h"
#include "shared/search/match/posting_sets.h"

#include <algorithm>
#include <bit>

namespace trawl::search {
namespace {

/// Postings read at most, at 3 ns each. The lightest terms of a longer query are left to the second stage.
constexpr std::size_t kMaxPostings = 20'000'000;
constexpr std::uint32_t kWindow = 4'096; // documents; a multiple of 64

/// Whether one of 64 scores is at least `limit`, which is above 0. Positive floats compare like the integers of their
/// bits, whose maximum the compiler finds with vectors.
TRAWL_VECTORISED bool has_score(const float* scores, float limit) {
  std::int32_t most = 0;
  for (std::size_t i = 0; i < 64; ++i) most = std::max(most, std::bit_cast<std::int32_t>(scores[i]));
  return most >= std::bit_cast<std::int32_t>(limit);
}

/// Calls `visit(document, score)` for each document of a part of a bitmap that begins with `begin`, whose score is at
/// least `limit`.
template <typename Visit>
void for_each_in(std::span<const std::uint64_t> words, std::uint32_t begin, const float* scores, float limit,
                 Visit visit) {
  for (std::size_t i = 0; i < words.size(); ++i, begin += 64, scores += 64) {
    if (words[i] == 0 || (limit > 0 && !has_score(scores, limit))) continue;
    for (std::uint64_t word = words[i]; word != 0; word &= word - 1) {
      const auto at = static_cast<std::uint32_t>(std::countr_zero(word));
      if (scores[at] >= limit) visit(begin + at, scores[at]);
    }
  }
}

} // namespace

bool ranks_before(const index::Columns& columns, float score, std::uint32_t document, float other_score,
                  std::uint32_t other) {
  if (score != other_score) return score > other_score;
  if (columns.published[document] != columns.published[other]) {
    return columns.published[document] > columns.published[other];
  }
  return columns.id[document] < columns.id[other];
}

/// Some consecutive document numbers, and those of them that match.
struct FirstStage::Window {
  std::uint32_t begin = 0, end = 0;
  std::span<const std::uint64_t> within;
  std::size_t matches = 0;
};

FirstStage::FirstStage(const IndexView& view, std::span<const ScoredTerm> terms, const ScoringContext& context,
                       const Recency& recency, Budget& budget)
    : view_(view), terms_(terms), context_(context), recency_(recency), budget_(budget) {}

std::size_t FirstStage::terms_in_reach(std::size_t matches) const {
  std::size_t postings = 0, terms = 0;
  for (; terms < terms_.size(); ++terms) {
    postings += std::min(terms_[terms].df, matches * kSkipCost);
    if (postings > kMaxPostings && terms > 0) break;
  }
  return terms;
}

std::vector<FirstScore> FirstStage::best(const DocSet& within, std::size_t matches, std::size_t count) {
  count_ = count;
  if (count == 0) return {};
  terms_ = terms_.first(terms_in_reach(matches));
  scores_.assign(kWindow, 0);
  const std::span<const std::uint64_t> words = within.words();
  for (const index::Part& part : view_.columns.parts()) {
    const std::size_t begin = part.base / 64, end = std::min<std::size_t>(part.last / 64 + 1, words.size());
    if (begin < end) score_part(part, words.subspan(begin, end - begin));
  }
  std::ranges::sort_heap(heap_, [&](const FirstScore& a, const FirstScore& b) {
    return ranks_before(view_.columns, a.score, a.document, b.score, b.document);
  });
  return std::move(heap_);
}

void FirstStage::score_part(const index::Part& part, std::span<const std::uint64_t> within) {
  if (count_bits(within) == 0) return;
  scans_.clear();
  for (const ScoredTerm& term : terms_) {
    const index::PostingList& list = term.postings->in(view_, part);
    if (list.df() > 0) scans_.emplace_back(part, list, TermScorer(term, view_.columns, context_));
  }
  for (std::size_t at = 0; at < within.size() && !budget_.passed(); at += kWindow / 64) {
    const auto words = within.subspan(at, std::min<std::size_t>(kWindow / 64, within.size() - at));
    const auto begin = part.base + static_cast<std::uint32_t>(at * 64);
    const Window window{begin, begin + static_cast<std::uint32_t>(words.size() * 64), words, count_bits(words)};
    if (window.matches > 0) score_window(window);
  }
}

float FirstStage::least_score(double more) const {
  if (!has_threshold_) return 0;
  return std::max(0.0F, static_cast<float>(threshold_ - more - 2e-4 * threshold_));
}

/// False if no document of the window can be among the best.
bool FirstStage::find_bounds(const Window& window) {
  bounds_.assign(scans_.size() + 1, 0);
  for (std::size_t t = scans_.size(); t-- > 0;) {
    bounds_[t] = bounds_[t + 1] + scans_[t].bound(window.begin, window.end);
  }
  return least_score(bounds_[0]) <= 0;
}

void FirstStage::score_window(const Window& window) {
  if (!find_bounds(window)) return;
  std::size_t unread = 0; // postings since the promising documents were last looked for
  for (std::size_t t = 0; t < scans_.size(); ++t) {
    if (bounds_[t] == bounds_[t + 1]) continue;
    const bool is_sparse = window.matches * kSkipCost < scans_[t].postings();
    if (is_sparse || (unread * 2 >= window.matches && least_score(bounds_[t]) > 0)) {
      unread = 0;
      if (keep_promising(window, t)) return score_promising(window, t);
    }
    scans_[t].add(window.begin, window.end, scores_.data());
    unread += scans_[t].postings();
  }
  offer_window(window);
}

/// Finds the documents that can still be among the best if they get all that terms t and later can add. False unless
/// they are few enough for skipping through the lists.
bool FirstStage::keep_promising(const Window& window, std::size_t t) {
  promising_.clear();
  for_each_in(window.within, window.begin, scores_.data(), least_score(bounds_[t]),
              [&](std::uint32_t document, float) { promising_.push_back(document); });
  std::size_t postings = 0;
  for (std::size_t later = t; later < scans_.size(); ++later) postings += scans_[later].postings();
  return promising_.size() * kSkipCost * (scans_.size() - t) <= postings;
}

void FirstStage::score_promising(const Window& window, std::size_t t) {
  for (; t < scans_.size(); ++t) {
    if (bounds_[t] > bounds_[t + 1]) scans_[t].add_to(promising_, window.begin, scores_.data());
  }
  for (const std::uint32_t document : promising_) offer(document, scores_[document - window.begin]);
  std::fill_n(scores_.begin(), window.end - window.begin, 0.0F);
}

void FirstStage::offer_window(const Window& window) {
  for_each_in(window.within, window.begin, scores_.data(), least_score(0),
              [&](std::uint32_t document, float score) { offer(document, score); });
  std::fill_n(scores_.begin(), window.end - window.begin, 0.0F);
}

void FirstStage::offer(std::uint32_t document, float score) {
  if (recency_.is_on()) score *= static_cast<float>(recency_.factor(view_.columns.published[document]));
  const auto better = [&](const FirstScore& a, const FirstScore& b) {
    return ranks_before(view_.columns, a.score, a.document, b.score, b.document);
  };
  const FirstScore offered{document, score};
  if (heap_.size() == count_) {
    if (score < heap_.front().score || !better(offered, heap_.front())) return;
    std::ranges::pop_heap(heap_, better);
    heap_.pop_back();
  }
  heap_.push_back(offered);
  std::ranges::push_heap(heap_, better);
  // A bonus for new articles is not among the bounds.
  has_threshold_ = heap_.size() == count_ && !recency_.is_on();
  threshold_ = heap_.front().score;
}

} // namespace trawl::search
