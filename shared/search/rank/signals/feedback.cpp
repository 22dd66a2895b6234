// SPDX-License-Identifier: GPL-3.0-or-later
/// Feedback (pseudo relevance feedback): the words that the best candidates share besides the query's are taken for its
/// subject, and candidates that contain them gain. After the relevance model of Lavrenko and Croft (2001), but only to
/// order candidates: no document is found by these words. Only short texts have a forward index to take words from:
/// a long text is about many things, and a title alone says nothing new.
#include "shared/index/records/forward_index.h"
#include "shared/index/records/positions.h"
#include "shared/search/bm25.h"
#include "shared/search/match/posting_cursor.h"
#include "shared/search/match/query_memory.h"
#include "shared/search/rank/candidates.h"
#include "shared/search/rank/signal.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::search {
namespace {

constexpr std::size_t kFeedbackDocuments = 10;
constexpr std::size_t kLookedUp = 40; // terms whose df is looked up
constexpr std::size_t kFeedbackTerms = 10;

struct ScoredDocument {
  std::uint32_t document = 0;
  double score = 0;
};

/// A stem, as a part that has it knows it, and its weight.
struct WeightedStem {
  std::uint32_t hash = 0; ///< short_hash_of_term, the same in all parts
  std::uint32_t number = 0;
  const index::Part* part = nullptr;
  double weight = 0;
  KnownStem* known = nullptr; ///< once it has been looked up
};

/// Sums of weights by hash.
class StemWeights {
 public:
  /// `stems`: how many different ones there are at most.
  explicit StemWeights(std::size_t stems) : cells_(std::bit_ceil(stems + 1)) { sums_.reserve(stems); }

  void add(const index::Part& part, std::uint32_t number, double weight) {
    const std::uint32_t hash = part.short_hash(number);
    for (std::size_t cell = hash;; ++cell) {
      std::uint32_t& place = cells_[cell & (cells_.size() - 1)];
      if (place == 0) {
        sums_.push_back({hash, number, &part, weight});
        place = static_cast<std::uint32_t>(sums_.size());
        return;
      }
      WeightedStem& one = sums_[place - 1];
      if (one.hash != hash) continue;
      one.weight += weight;
      return;
    }
  }

  std::vector<WeightedStem> take() { return std::move(sums_); }

 private:
  std::vector<std::uint32_t> cells_; ///< one more than the index of a sum; 0: empty. At least one is empty.
  std::vector<WeightedStem> sums_;
};

/// The documents with the highest scores, best first.
std::vector<ScoredDocument> best_candidates(const Candidates& candidates) {
  std::vector<ScoredDocument> best;
  for (std::size_t d = 0; d < candidates.documents.size(); ++d) {
    best.push_back({candidates.documents[d], candidates.scores[d].score});
  }
  if (best.size() <= kFeedbackDocuments) return {};
  const auto last = best.begin() + kFeedbackDocuments;
  std::ranges::partial_sort(best, last, [](const ScoredDocument& a, const ScoredDocument& b) {
    return a.score != b.score ? a.score > b.score : a.document < b.document;
  });
  if (best.front().score <= 0) return {}; // nobody else has the words
  best.erase(last, best.end());
  for (const ScoredDocument& one : best) {
    const index::Part& part = candidates.view.columns.part_of(one.document);
    if (part.other == nullptr) part.segment->records().prefetch_forward(one.document - part.base);
  }
  return best;
}

/// The forward index of a document, and what a document weighs.
struct WeighedText {
  const index::Part* part = nullptr;
  std::string_view forward;
  double weight = 0, norm = 0;
};

/// What a stem gains by its tf in a text, which is saturated. Nearly every tf is small, and dividing takes longer than
/// looking up.
class StemGains {
 public:
  StemGains(const WeighedText& text, double k1) : text_(text), k1_(k1) {
    for (std::size_t tf = 0; tf < small_.size(); ++tf) small_[tf] = of_any(static_cast<std::uint32_t>(tf));
  }
  double of(std::uint32_t tf) const { return tf < small_.size() ? small_[tf] : of_any(tf); }

 private:
  double of_any(std::uint32_t tf) const { return text_.weight * saturation(tf, k1_, text_.norm); }

  const WeighedText& text_;
  double k1_;
  std::array<double, 8> small_;
};

/// The texts of the documents, each weighing by its score.
std::vector<WeighedText> texts_of(std::span<const ScoredDocument> documents, const Candidates& candidates) {
  const index::Columns& columns = candidates.view.columns;
  double total = 0;
  for (const ScoredDocument& one : documents) total += one.score;
  std::vector<WeighedText> texts;
  for (const ScoredDocument& one : documents) {
    const index::Part& part = columns.part_of(one.document);
    texts.push_back({&part, part.forward_index(one.document), one.score / total,
                     candidates.context.text_norm.of(columns.words[one.document])});
  }
  return texts;
}

/// Removes what weighs less than the `count` heaviest.
void drop_light(std::vector<WeightedStem>& stems, std::size_t count) {
  if (stems.size() <= count) return;
  std::vector<double> weights;
  for (const WeightedStem& one : stems) weights.push_back(one.weight);
  const auto border = weights.begin() + static_cast<std::ptrdiff_t>(count - 1);
  std::ranges::nth_element(weights, border, std::greater());
  std::erase_if(stems, [least = *border](const WeightedStem& one) { return one.weight < least; });
}

/// Keeps the heaviest stems, heaviest first.
void keep_heaviest(std::vector<WeightedStem>& stems, std::size_t count) {
  drop_light(stems, count);
  std::ranges::sort(stems, [](const WeightedStem& a, const WeightedStem& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.known->text < b.known->text;
  });
  if (stems.size() > count) stems.resize(count);
}

/// The heaviest stems of the documents, about `count`. Only these are looked up.
std::vector<WeightedStem> heaviest_stems(std::span<const ScoredDocument> documents, const Candidates& candidates,
                                         std::size_t count) {
  const std::vector<WeighedText> texts = texts_of(documents, candidates);
  std::size_t bytes = 0; // a stem takes at least one, two on average
  for (const WeighedText& text : texts) bytes += text.forward.size();
  StemWeights weights(bytes);
  for (const WeighedText& text : texts) {
    const StemGains gains(text, candidates.context.k1);
    index::for_each_forward_term(
        text.forward, [&](const index::ForwardTerm& term) { weights.add(*text.part, term.number, gains.of(term.tf)); });
  }
  std::vector<WeightedStem> stems = weights.take();
  drop_light(stems, count);
  for (WeightedStem& one : stems) one.known = &candidates.view.memory->stem(*one.part, one.number);
  return stems;
}

/// The heaviest stems of the best documents, best first, without those of the query. All weights add up to 1.
std::vector<WeightedStem> feedback_stems(std::span<const ScoredDocument> best, const Candidates& candidates) {
  if (best.empty()) return {};
  // At most as many of the stems are in the query as it has terms.
  std::vector<WeightedStem> stems = heaviest_stems(best, candidates, kLookedUp + candidates.terms.size());
  std::erase_if(stems, [&](const WeightedStem& one) {
    return std::ranges::any_of(candidates.terms, [&](const ScoredTerm& term) {
      return term.term.starts_with('Z') && std::string_view(term.term).substr(1) == one.known->text;
    });
  });
  keep_heaviest(stems, kLookedUp);
  for (WeightedStem& one : stems) one.weight *= QueryMemory::idf_of(candidates.view, *one.known);
  keep_heaviest(stems, kFeedbackTerms);
  double sum = 0;
  for (const WeightedStem& one : stems) sum += one.weight;
  for (WeightedStem& one : stems) one.weight /= std::max(sum, 1e-9);
  return stems;
}

/// The score that a candidate must reach to be shown; minus infinity if all are shown.
double least_score(const Candidates& candidates) {
  constexpr double kNone = std::numeric_limits<double>::lowest();
  const std::size_t shown = candidates.use.shown;
  if (shown == 0 || shown >= candidates.documents.size()) return kNone;
  std::vector<double> scores;
  for (const CandidateScore& one : candidates.scores) scores.push_back(one.score);
  const auto last = scores.begin() + static_cast<std::ptrdiff_t>(shown - 1);
  std::ranges::nth_element(scores, last, std::greater());
  return *last > 0 ? *last * (1 - 1e-6) : kNone; // sums have rounding errors
}

void add_feedback(Candidates& candidates, const SignalSettings& settings) {
  const std::vector<ScoredDocument> best = best_candidates(candidates);
  double query = 0;
  for (const ScoredTerm& term : candidates.terms) query += term.part == ScorePart::Stem ? term.weight : 0;
  const double least = least_score(candidates), most = settings.weight * query * (candidates.context.k1 + 1);
  double left = 1; // share of the stems from this one on
  std::vector<std::size_t> promising(candidates.documents.size());
  std::iota(promising.begin(), promising.end(), 0);
  for (const WeightedStem& one : feedback_stems(best, candidates)) {
    // Some cannot be shown even with all stems that are left.
    std::erase_if(promising, [&](std::size_t d) {
      return (candidates.scores[d].score + most * left) * candidates.use.highest_bonus < least;
    });
    const std::string& stem = one.known->text;
    PostingCursor cursor(candidates.view, candidates.view.memory->postings_of(candidates.view, *one.known));
    const index::StemKey key(stem);
    for (const std::size_t d : promising) {
      if (candidates.budget.spent()) break;
      // Positions of all candidates were read already, and tell nearly always that a text does not have the stem; only
      // if they say that it does, the posting list must confirm it (positions.h).
      const std::uint32_t tf =
          candidates.texts.empty() || candidates.texts[d].contains(key) ? cursor.tf(candidates.documents[d]) : 0;
      if (tf == 0) continue;
      const double norm = candidates.context.text_norm.of(candidates.words(d));
      candidates.add(d, signals::kFeedback.name,
                     candidates.use.explain ? "'" + stem + "', as in the best articles" : "",
                     settings.weight * query * one.weight * saturation(tf, candidates.context.k1, norm));
    }
    left -= one.weight;
  }
}

} // namespace

const Signal signals::kFeedback{"feedback", {.weight = 0.1}, add_feedback};

} // namespace trawl::search
