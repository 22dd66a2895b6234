// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/ranking.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <optional>
#include <span>

#include "shared/search/match/postings.h"
#include "shared/search/rank/scoring.h"

namespace trawl::search {
namespace {

/// Postings of the first stage; beyond it what gives least waits for the second. 3 ns each.
constexpr std::size_t kMaxPostings = 20'000'000;
/// To look which documents may still win costs so many postings for each.
constexpr std::size_t kChoosingCost = 2;
constexpr double kRecencyHalfLifeDays = 60;

class Ranker {
 public:
  Ranker(const ParsedQuery& query, const IndexView& view, const RankRequest& request, Deadline deadline,
         const RankingParameters& parameters)
      : view_(view), request_(request), parameters_(parameters), budget_(deadline),
        context_(scoring_context(view, parameters)), terms_(rank_terms(query.tree, view)),
        scored_(scored_terms(terms_, view, context_, parameters, budget_)) {}

  Result<std::vector<RankedDocument>> run(const DocSet& within) {
    const std::size_t matches = within.count();
    const std::size_t count = std::max(request_.count, parameters_.depth);
    std::vector<std::uint32_t> best;
    if (matches > parameters_.depth) {
      scores_.assign(std::size_t{view_.columns.last_document} + 1, 0.0F);
      first_stage(within, matches, count);
      best = select(within, count);
    } else {
      // Few enough for the second stage: the first one has nothing to choose.
      within.for_each([&](std::uint32_t document) { best.push_back(document); });
    }
    std::vector<RankedDocument> out = second_stage(best);
    if (budget_.over()) return fail(ErrorCode::Timeout, "the query took too long", {}, "ask for rarer words");
    if (out.size() > request_.count) out.resize(request_.count);
    return out;
  }

 private:
  /// Scores the documents of `within`, what may give most first, as far as it takes to know the best `count`.
  void first_stage(const DocSet& within, std::size_t matches, std::size_t count) {
    std::size_t postings = 0;
    std::size_t chosen_at = 0; // postings when it was last looked which documents may still win
    for (std::size_t t = 0; t < scored_.size(); ++t) {
      const ScoredTerm& term = scored_[t];
      const std::size_t cost = std::min(term.frequency, matches * kSkipCost);
      postings += cost;
      if (postings > kMaxPostings && t > 0) break;
      const std::size_t choosing = kChoosingCost * matches;
      if (request_.recency <= 0 && postings - chosen_at >= choosing && postings_left(t, matches) > choosing) {
        chosen_at = postings;
        if (const auto left = contenders(within, count, t)) return score_contenders(*left, t);
      }
      const TermScorer scorer(term, view_.columns, context_, parameters_);
      const auto add = [&](std::uint32_t document, std::uint32_t times) {
        scores_[document] += static_cast<float>(scorer.of(times, document));
      };
      if (cost == term.frequency && matches > term.frequency / 2) {
        // Of others too, which are not looked at later: they are few, and to ask costs more than the sum.
        for_each_posting(view_, term.term, budget_, add);
      } else {
        for_each_posting_in(view_, term.term, within, matches, budget_, add);
      }
    }
    if (request_.recency <= 0) return;
    for (std::uint32_t document = 1; document < scores_.size(); ++document) {
      scores_[document] *= static_cast<float>(recency_factor(document));
    }
  }

  std::size_t postings_left(std::size_t t, std::size_t matches) const {
    std::size_t sum = 0;
    for (; t < scored_.size(); ++t) sum += std::min(scored_[t].frequency, matches * kSkipCost);
    return sum;
  }

  /// The documents that may still come among the best `count` if all that is left of the terms is added; nothing if
  /// these are hardly fewer than all (MaxScore: Turtle and Flood, 1995).
  std::optional<std::vector<std::uint32_t>> contenders(const DocSet& within, std::size_t count, std::size_t t) const {
    const auto most = [this](std::size_t begin, std::size_t end) {
      double sum = 0;
      for (std::size_t i = begin; i < end; ++i) sum += scored_[i].weight * (parameters_.k1 + 1);
      return sum;
    };
    const double left = most(t, scored_.size());
    if (most(0, t) <= left) return std::nullopt;
    std::vector<float> reached;
    within.for_each([&](std::uint32_t document) {
      if (scores_[document] > 0) reached.push_back(scores_[document]);
    });
    if (reached.size() < count || count == 0) return std::nullopt;
    const auto last = reached.begin() + static_cast<std::ptrdiff_t>(count - 1);
    std::ranges::nth_element(reached, last, std::greater());
    // What is added is rounded each time.
    const double least = (*last - left) - 1e-4 * (*last + left);
    if (least <= 0) return std::nullopt;
    std::vector<std::uint32_t> out;
    within.for_each([&](std::uint32_t document) {
      if (scores_[document] >= least) out.push_back(document);
    });
    if (out.size() * kSkipCost > scored_[t].frequency) return std::nullopt;
    return out;
  }

  void score_contenders(const std::vector<std::uint32_t>& documents, std::size_t t) {
    for (; t < scored_.size() && !budget_.passed(); ++t) {
      const TermScorer scorer(scored_[t], view_.columns, context_, parameters_);
      PostingCursor cursor(view_, scored_[t].term);
      for (const std::uint32_t document : documents) {
        if (const std::uint32_t times = cursor.times(document); times > 0) {
          scores_[document] += static_cast<float>(scorer.of(times, document));
        }
      }
    }
  }

  /// From 1 (old or undated) to 1 + recency (now).
  double recency_factor(std::uint32_t document) const {
    const std::int64_t published = view_.columns.published[document];
    if (request_.recency <= 0 || published == index::kUndated) return 1;
    const double age_days = static_cast<double>(request_.now.time_since_epoch().count() - published) / 86'400.0;
    return 1 + std::min(request_.recency, 1.0) * std::exp2(-std::max(0.0, age_days) / kRecencyHalfLifeDays);
  }

  /// Ties: newer first, then by id, as sort.h does: an order that a rebuilt index has too.
  bool before(float score, std::uint32_t document, float other_score, std::uint32_t other) const {
    if (score != other_score) return score > other_score;
    const std::int64_t date = view_.columns.published[document];
    const std::int64_t other_date = view_.columns.published[other];
    if (date != other_date) return date > other_date;
    return view_.columns.id[document] < view_.columns.id[other];
  }

  /// The best `count` of `within` by first-stage score, best first: a heap with the worst on top.
  std::vector<std::uint32_t> select(const DocSet& within, std::size_t count) const {
    const auto better = [&](std::uint32_t a, std::uint32_t b) { return before(scores_[a], a, scores_[b], b); };
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

  std::vector<RankedDocument> second_stage(const std::vector<std::uint32_t>& best) {
    const auto split = best.begin() + static_cast<std::ptrdiff_t>(std::min(best.size(), parameters_.depth));
    std::vector<std::uint32_t> candidates(best.begin(), split);
    std::ranges::sort(candidates);
    std::vector<Rescored> rescored =
        rescore(candidates, terms_, scored_, view_, context_, parameters_, request_.explain, budget_);
    std::vector<RankedDocument> out;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const double bonus = rescored[i].score * (recency_factor(candidates[i]) - 1);
      if (request_.explain && bonus > 0) rescored[i].explain.push_back({"recency", "published lately", bonus});
      out.push_back({candidates[i], rescored[i].score + bonus, std::move(rescored[i].explain)});
    }
    std::ranges::sort(out, [&](const RankedDocument& a, const RankedDocument& b) {
      return before(static_cast<float>(a.score), a.document, static_cast<float>(b.score), b.document);
    });
    add_rest(out, {split, best.end()});
    return out;
  }

  /// The documents beyond the second stage keep their order; their scores are scaled to go on below the last one.
  void add_rest(std::vector<RankedDocument>& out, std::span<const std::uint32_t> rest) const {
    if (rest.empty()) return;
    const double last = out.empty() ? 0 : out.back().score;
    const double first = scores_[rest.front()];
    const double scale = first > last ? last / first : 1;
    for (const std::uint32_t document : rest) {
      out.push_back({document, scale * scores_[document], {}});
    }
  }

  const IndexView& view_;
  const RankRequest& request_;
  const RankingParameters& parameters_;
  Budget budget_;
  ScoringContext context_;
  RankTerms terms_;
  std::vector<ScoredTerm> scored_;
  std::vector<float> scores_; ///< first stage, by document
};

} // namespace

Result<std::vector<RankedDocument>> rank_documents(const ParsedQuery& query, const IndexView& view,
                                                   const DocSet& within, const RankRequest& request, Deadline deadline,
                                                   const RankingParameters& parameters) {
  return Ranker(query, view, request, deadline, parameters).run(within);
}

Result<std::vector<RankedDocument>> rank(const ParsedQuery& query, index::IndexReader& reader, const DocSet& within,
                                         std::size_t count, bool explain, double recency, Moment now,
                                         Deadline deadline) {
  const IndexView view{reader.database(), reader.columns()};
  return rank_documents(query, view, within, {count, explain, recency, now}, deadline);
}

} // namespace trawl::search
