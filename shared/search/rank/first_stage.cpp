// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/first_stage.h"

#include "shared/base/vectorised.h"
#include "shared/search/match/posting_sets.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <functional>

namespace trawl::search {
namespace {

/// Postings read at most, at 3 ns each. The lightest terms of a longer query are left to the second stage.
constexpr std::size_t kMaxPostings = 20'000'000;
constexpr std::uint32_t kWindow = 4'096; // documents; a multiple of 64

constexpr std::size_t kGroup = 64; // documents of a word of a bitmap
/// Looking for the promising documents of a window once more costs as much as this many postings.
constexpr std::size_t kWindowCost = 256;

/// Which of `count` scores are at least `limit`, which is above 0: 64 a word. Positive floats compare like the integers
/// of their bits, and the compiler finds their maximum and compares them with vectors.
TRAWL_VECTORISED void find_scores(const float* scores, std::size_t count, float limit, std::uint64_t* found) {
  const auto least = std::bit_cast<std::int32_t>(limit);
  for (std::size_t begin = 0; begin < count; begin += kGroup, scores += kGroup) {
    std::int32_t most = 0;
    for (std::size_t i = 0; i < kGroup; ++i) most = std::max(most, std::bit_cast<std::int32_t>(scores[i]));
    std::uint64_t word = 0;
    if (most >= least) {
      std::array<std::uint8_t, kGroup> is_found;
      for (std::size_t i = 0; i < kGroup; ++i) is_found[i] = std::bit_cast<std::int32_t>(scores[i]) >= least;
      // Eight bytes of 0 or 1 become eight bits: each is multiplied to a place of its own in the highest byte.
      for (std::size_t i = 0; i < kGroup; i += 8) {
        std::uint64_t eight;
        std::memcpy(&eight, &is_found[i], sizeof eight);
        word |= (eight * 0x0102040810204080 >> 56) << i;
      }
    }
    *found++ = word;
  }
}

/// Calls `visit(i, score)` for the i-th document of a piece of a bitmap, of at most kWindow documents, whose score is
/// at least `limit`.
template <typename Visit>
void for_each_in(std::span<const std::uint64_t> words, const float* scores, float limit, Visit visit) {
  std::array<std::uint64_t, kWindow / kGroup> found;
  if (limit > 0) find_scores(scores, words.size() * kGroup, limit, found.data());
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::uint64_t word = limit > 0 ? words[i] & found[i] : words[i]; word != 0; word &= word - 1) {
      const std::size_t at = i * kGroup + static_cast<std::size_t>(std::countr_zero(word));
      visit(static_cast<std::uint32_t>(at), scores[at]);
    }
  }
}

} // namespace

bool ranks_before(const index::Columns& columns, float score, std::uint32_t document, float other_score,
                  std::uint32_t other) {
  if (score != other_score) return score > other_score;
  if (columns.published()[document] != columns.published()[other]) {
    return columns.published()[document] > columns.published()[other];
  }
  return columns.ids()[document] < columns.ids()[other];
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
  score_all(within.words());
  std::ranges::partial_sort(best_, best_.begin() + static_cast<std::ptrdiff_t>(std::min(count, best_.size())),
                            [&](const FirstScore& a, const FirstScore& b) { return is_before(a, b); });
  best_.resize(std::min(count, best_.size()));
  return std::move(best_);
}

void FirstStage::score_all(std::span<const std::uint64_t> within) {
  scans_.clear();
  for (const ScoredTerm& term : terms_) scans_.emplace_back(*term.postings, TermScorer(term, view_.columns, context_));
  for (std::size_t at = 0; at < within.size() && !budget_.spent_now(); at += kWindow / 64) {
    const auto words = within.subspan(at, std::min<std::size_t>(kWindow / 64, within.size() - at));
    const auto begin = static_cast<std::uint32_t>(at * 64);
    const Window window{begin, begin + static_cast<std::uint32_t>(words.size() * 64), words, count_bits(words)};
    if (window.matches > 0) score_window(window);
  }
}

bool FirstStage::is_before(const FirstScore& a, const FirstScore& b) const {
  return ranks_before(view_.columns, a.score, a.document, b.score, b.document);
}

float FirstStage::least_score(double more) const {
  if (!has_chosen_ || recency_.is_on()) return 0; // a bonus for new articles is not among the bounds
  return std::max(0.0F, static_cast<float>(threshold_ - more - 2e-4 * threshold_));
}

/// False if no document of the window can be among the best.
bool FirstStage::find_bounds(const Window& window) {
  bounds_.assign(scans_.size() + 1, 0);
  postings_.assign(scans_.size() + 1, 0);
  for (std::size_t t = scans_.size(); t-- > 0;) {
    bounds_[t] = bounds_[t + 1] + scans_[t].bound(window.begin, window.end);
    postings_[t] = postings_[t + 1] + scans_[t].postings();
  }
  return least_score(bounds_[0]) <= 0;
}

void FirstStage::score_window(const Window& window) {
  if (!find_bounds(window)) return;
  std::size_t unread = 0; // postings since the promising documents were last looked for
  for (std::size_t t = 0; t < scans_.size(); ++t) {
    if (bounds_[t] == bounds_[t + 1]) continue;
    const bool is_sparse = window.matches * kSkipCost < scans_[t].postings();
    const bool may_pay = postings_[t] >= kWindowCost && unread * 2 >= window.matches;
    if (is_sparse || (may_pay && least_score(bounds_[t]) > 0)) {
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
  promising_.resize(window.matches);
  std::size_t count = 0;
  for_each_in(window.within, scores_.data(), least_score(bounds_[t]),
              [&](std::uint32_t i, float) { promising_[count++] = window.begin + i; });
  promising_.resize(count);
  return count * kSkipCost * (scans_.size() - t) <= postings_[t] + kWindowCost;
}

void FirstStage::score_promising(const Window& window, std::size_t t) {
  for (; t < scans_.size(); ++t) {
    if (bounds_[t] > bounds_[t + 1]) scans_[t].add_to(promising_, window.begin, scores_.data());
  }
  for (const std::uint32_t document : promising_) offer(document, scores_[document - window.begin]);
  std::fill_n(scores_.begin(), window.end - window.begin, 0.0F);
}

void FirstStage::offer_window(const Window& window) {
  for_each_in(window.within, scores_.data(), least_score(0),
              [&](std::uint32_t i, float score) { offer(window.begin + i, score); });
  std::fill_n(scores_.begin(), window.end - window.begin, 0.0F);
}

void FirstStage::offer(std::uint32_t document, float score) {
  if (recency_.is_on()) score *= static_cast<float>(recency_.factor(view_.columns.published()[document]));
  if (has_chosen_ && score < threshold_) return;
  best_.push_back({document, score});
  if (best_.size() >= 2 * count_) keep_best();
}

/// Choosing among twice as many from time to time takes a fraction of what a heap would.
void FirstStage::keep_best() {
  if (best_.size() < count_) return;
  const auto last = best_.begin() + static_cast<std::ptrdiff_t>(count_ - 1);
  std::ranges::nth_element(best_, last, std::greater(), &FirstScore::score);
  threshold_ = last->score;
  has_chosen_ = true;
  std::erase_if(best_, [&](const FirstScore& one) { return one.score < threshold_; });
  if (best_.size() < 2 * count_) return;
  // So many share the last score that dates must decide, which are read from all over memory.
  std::ranges::nth_element(best_, last, [&](const FirstScore& a, const FirstScore& b) { return is_before(a, b); });
  best_.resize(count_);
}

} // namespace trawl::search
