// SPDX-License-Identifier: GPL-3.0-or-later
/// Feedback (pseudo relevance feedback): the words that the best candidates share besides the query's are taken for its
/// subject, and candidates that contain them gain. After the relevance model of Lavrenko and Croft (2001), but only to
/// order candidates: no document is found by these words. Only short texts have a forward index to take words from:
/// a long text is about many things, and a title alone says nothing new.
#include "shared/index/records/forward_index.h"
#include "shared/index/records/positions.h"
#include "shared/search/match/posting_cursor.h"
#include "shared/search/rank/bm25.h"
#include "shared/search/rank/candidates.h"
#include "shared/search/rank/signal.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <unordered_map>

namespace trawl::search {
namespace {

constexpr std::size_t kFeedbackDocuments = 10;
constexpr std::size_t kLookedUp = 40; // terms whose df is looked up
constexpr std::size_t kFeedbackTerms = 10;

struct ScoredDocument {
  std::uint32_t document = 0;
  double score = 0;
};

struct WeightedStem {
  std::string stem;
  double weight = 0;
};

/// The number of a term in the dictionary of a part, and its weight.
struct WeightedNumber {
  std::uint32_t number = 0;
  double weight = 0;
};

struct FeedbackTerm {
  std::string term;
  double share = 0; ///< all shares add up to 1
};

/// Sums of weights by number.
class NumberWeights {
 public:
  explicit NumberWeights(std::size_t numbers) : cells_(std::bit_ceil(2 * numbers + 2)) { sums_.reserve(numbers); }

  void add(std::uint32_t number, double weight) {
    for (std::size_t cell = number * std::size_t{0x9E3779B1};; ++cell) {
      std::uint32_t& place = cells_[cell & (cells_.size() - 1)];
      if (place == 0) {
        sums_.push_back({number, 0});
        place = static_cast<std::uint32_t>(sums_.size());
      }
      WeightedNumber& known = sums_[place - 1];
      if (known.number != number) continue;
      known.weight += weight;
      return;
    }
  }

  std::vector<WeightedNumber> take() { return std::move(sums_); }

 private:
  std::vector<std::uint32_t> cells_; ///< one more than the index of a number; 0: empty. At least half are empty.
  std::vector<WeightedNumber> sums_;
};

/// The documents with the highest scores, best first.
std::vector<ScoredDocument> best_candidates(const Candidates& candidates) {
  std::vector<ScoredDocument> best;
  for (std::size_t d = 0; d < candidates.documents.size(); ++d) {
    best.push_back({candidates.documents[d], candidates.scores[d].score});
  }
  std::ranges::stable_sort(best, std::greater(), &ScoredDocument::score);
  if (best.size() <= kFeedbackDocuments || best.front().score <= 0) return {}; // nobody else has the words
  best.resize(kFeedbackDocuments);
  for (const ScoredDocument& one : best) {
    const index::Part& part = candidates.view.columns.part_of(one.document);
    part.segment->records().prefetch_forward(one.document - part.base);
  }
  return best;
}

/// Calls `visit(part, number, weight)` for the stems of the documents, with their tf saturated, each document weighing
/// by its score.
template <typename Visit>
void for_each_stem(std::span<const ScoredDocument> documents, const Candidates& candidates, Visit visit) {
  const ScoringContext& context = candidates.context;
  const index::Columns& columns = candidates.view.columns;
  double total = 0;
  for (const ScoredDocument& one : documents) total += one.score;
  for (const ScoredDocument& one : documents) {
    const index::Part& part = columns.part_of(one.document);
    const double norm = context.text_norm.of(columns.words[one.document]);
    for (const auto& [number, tf] : index::forward_terms(part.forward_index(one.document))) {
      visit(part, number, one.score / total * saturation(tf, context.k1, norm));
    }
  }
}

/// Removes what weighs less than the `count` heaviest.
template <typename Weighted>
void drop_light(std::vector<Weighted>& all, std::size_t count) {
  if (all.size() <= count || count == 0) return;
  std::vector<double> weights;
  for (const Weighted& one : all) weights.push_back(one.weight);
  const auto border = weights.begin() + static_cast<std::ptrdiff_t>(count - 1);
  std::ranges::nth_element(weights, border, std::greater());
  std::erase_if(all, [least = *border](const Weighted& one) { return one.weight < least; });
}

/// Keeps the heaviest stems, heaviest first.
void keep_heaviest(std::vector<WeightedStem>& stems, std::size_t count) {
  drop_light(stems, count);
  std::ranges::sort(stems, [](const WeightedStem& a, const WeightedStem& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.stem < b.stem;
  });
  if (stems.size() > count) stems.resize(count);
}

std::string stem_text(const index::Part& part, std::uint32_t number) {
  const std::string term = part.segment->terms().term(number); // "Z" and the stem
  return term.empty() ? term : term.substr(1);
}

/// The heaviest stems of the documents, about `count`.
std::vector<WeightedStem> heaviest_stems(std::span<const ScoredDocument> documents, const Candidates& candidates,
                                         std::size_t count) {
  const index::Columns& columns = candidates.view.columns;
  const index::Part& first = columns.part_of(documents.front().document);
  const bool are_together = std::ranges::all_of(
      documents, [&](const ScoredDocument& one) { return &columns.part_of(one.document) == &first; });
  std::vector<WeightedStem> stems;
  if (are_together) {
    // Texts are looked up of those alone that may count.
    std::vector<WeightedNumber> all;
    for_each_stem(documents, candidates,
                  [&](const index::Part&, std::uint32_t number, double weight) { all.push_back({number, weight}); });
    NumberWeights weights(all.size());
    for (const auto& [number, weight] : all) weights.add(number, weight);
    std::vector<WeightedNumber> numbers = weights.take();
    drop_light(numbers, count);
    for (const WeightedNumber& one : numbers) stems.push_back({stem_text(first, one.number), one.weight});
  } else {
    std::unordered_map<std::string, double> weights;
    for_each_stem(documents, candidates, [&](const index::Part& part, std::uint32_t number, double weight) {
      weights[stem_text(part, number)] += weight;
    });
    for (auto& [stem, weight] : weights) stems.push_back({stem, weight});
  }
  keep_heaviest(stems, count);
  return stems;
}

std::string term_of(std::string_view stem) { return std::string("Z").append(stem); }

bool is_in_query(std::string_view stem, std::span<const ScoredTerm> terms) {
  return std::ranges::any_of(terms, [&](const ScoredTerm& one) {
    return one.term.starts_with('Z') && std::string_view(one.term).substr(1) == stem;
  });
}

/// The heaviest stems of the best documents, best first, without those of the query.
std::vector<FeedbackTerm> feedback_terms(std::span<const ScoredDocument> best, const Candidates& candidates) {
  if (best.empty()) return {};
  // Looking up a df costs more than everything else here. Those of the query are left out; there are no more than
  // terms.
  std::vector<WeightedStem> stems = heaviest_stems(best, candidates, kLookedUp + candidates.terms.size());
  std::erase_if(stems, [&](const WeightedStem& one) { return is_in_query(one.stem, candidates.terms); });
  keep_heaviest(stems, kLookedUp);
  std::vector<std::string> names;
  for (const WeightedStem& one : stems) names.push_back(term_of(one.stem));
  std::vector<double> idfs(stems.size());
  look_up_terms(candidates.view, names, [&](std::size_t i, std::size_t df) {
    if (df >= 2) idfs[i] = inverse_document_frequency(candidates.context.documents, static_cast<double>(df));
  });
  for (std::size_t i = 0; i < stems.size(); ++i) stems[i].weight *= idfs[i];
  keep_heaviest(stems, kFeedbackTerms);
  double sum = 0;
  for (const WeightedStem& one : stems) sum += one.weight;
  std::vector<FeedbackTerm> terms;
  for (const WeightedStem& one : stems) terms.push_back({term_of(one.stem), one.weight / std::max(sum, 1e-9)});
  return terms;
}

/// The tf of a stem in each candidate. Positions of all candidates were read already, and tell nearly always that a
/// text does not have the stem; only if they say that it does, the posting list must confirm it (positions.h).
std::vector<std::uint32_t> tf_in_candidates(const std::string& term, const Candidates& candidates) {
  const index::StemKey stem(std::string_view(term).substr(1));
  std::vector<std::uint32_t> out(candidates.documents.size());
  PostingCursor cursor(candidates.view, term);
  for (std::size_t d = 0; d < out.size() && !candidates.budget.spent(); ++d) {
    if (candidates.texts[d].contains(stem)) out[d] = cursor.tf(candidates.documents[d]);
  }
  return out;
}

void add_feedback(Candidates& candidates, const SignalSettings& settings) {
  const std::vector<ScoredDocument> best = best_candidates(candidates);
  double query = 0;
  for (const ScoredTerm& term : candidates.terms) query += term.part == ScorePart::Stem ? term.weight : 0;
  const std::vector<FeedbackTerm> terms = feedback_terms(best, candidates);
  if (terms.empty()) return;
  for (const auto& [term, share] : terms) {
    const std::vector<std::uint32_t> tf = tf_in_candidates(term, candidates);
    for (std::size_t d = 0; d < candidates.documents.size(); ++d) {
      if (tf[d] == 0) continue;
      const double norm = candidates.context.text_norm.of(candidates.words(d));
      candidates.add(d, signals::kFeedback.name,
                     candidates.explain ? "'" + term.substr(1) + "', as in the best articles" : "",
                     settings.weight * query * share * saturation(tf[d], candidates.context.k1, norm));
    }
  }
}

} // namespace

const Signal signals::kFeedback{"feedback", {.weight = 0.1}, add_feedback};

} // namespace trawl::search
