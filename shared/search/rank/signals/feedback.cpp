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
  std::string_view stem;
  double weight = 0;
};

struct FeedbackTerm {
  std::string term;
  double share = 0; ///< all shares add up to 1
};

/// Sums of weights by stem, in the order in which the stems were first added.
class StemWeights {
 public:
  explicit StemWeights(std::size_t stems) : cells_(std::bit_ceil(2 * stems + 2)) { stems_.reserve(stems); }

  void add(std::string_view stem, double weight) {
    for (std::size_t cell = std::hash<std::string_view>{}(stem);; ++cell) {
      std::uint32_t& number = cells_[cell & (cells_.size() - 1)];
      if (number == 0) {
        stems_.push_back({stem, 0});
        number = static_cast<std::uint32_t>(stems_.size());
      }
      WeightedStem& known = stems_[number - 1];
      if (known.stem != stem) continue;
      known.weight += weight;
      return;
    }
  }

  std::vector<WeightedStem> take() { return std::move(stems_); }

 private:
  std::vector<std::uint32_t> cells_; ///< one more than the index of a stem; 0: empty. At least half are empty.
  std::vector<WeightedStem> stems_;
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
  for (const ScoredDocument& one : best) candidates.view.columns.prefetch_stored(one.document);
  return best;
}

/// The stems of the documents with their tf, saturated, each document weighing by its score.
std::vector<WeightedStem> stems_of(std::span<const ScoredDocument> documents, const Candidates& candidates) {
  const ScoringContext& context = candidates.context;
  const index::Columns& columns = candidates.view.columns;
  std::vector<std::vector<index::ForwardTerm>> terms;
  std::size_t count = 0;
  double total = 0;
  for (const ScoredDocument& one : documents) {
    terms.push_back(index::forward_terms(columns.stored_document(one.document).forward_index));
    count += terms.back().size();
    total += one.score;
  }
  StemWeights weights(count);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const double norm = context.text_norm.of(columns.words[documents[i].document]);
    for (const auto& [stem, tf] : terms[i]) {
      weights.add(stem, documents[i].score / total * saturation(tf, context.k1, norm));
    }
  }
  return weights.take();
}

/// Keeps the heaviest stems, heaviest first.
void keep_heaviest(std::vector<WeightedStem>& stems, std::size_t count) {
  if (stems.size() > count && count > 0) {
    std::vector<double> weights;
    for (const WeightedStem& one : stems) weights.push_back(one.weight);
    const auto border = weights.begin() + static_cast<std::ptrdiff_t>(count - 1);
    std::ranges::nth_element(weights, border, std::greater());
    std::erase_if(stems, [least = *border](const WeightedStem& one) { return one.weight < least; });
  }
  std::ranges::sort(stems, [](const WeightedStem& a, const WeightedStem& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.stem < b.stem;
  });
  if (stems.size() > count) stems.resize(count);
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
  std::vector<WeightedStem> stems = stems_of(best, candidates);
  // Looking up a df costs more than everything else here. Those of the query are left out; there are no more than
  // terms.
  keep_heaviest(stems, kLookedUp + candidates.terms.size());
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
