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
  index::StemKey key; ///< faster to compare than the stem
  std::string_view stem;
  double weight = 0;
};

struct FeedbackTerm {
  std::string term;
  double share = 0; ///< all shares add up to 1
};

/// The stems of the documents with their tf, saturated, each document weighing by its score.
std::vector<WeightedStem> stems_of(std::span<const ScoredDocument> documents, const Candidates& candidates) {
  const ScoringContext& context = candidates.context;
  const index::Columns& columns = candidates.view.columns;
  std::vector<WeightedStem> all;
  double total = 0;
  for (const ScoredDocument& one : documents) total += one.score;
  for (const auto& [document, score] : documents) {
    const double norm = context.text_norm.of(columns.words[document]);
    for (const auto& [stem, tf] : index::forward_terms(columns.stored_document(document).forward_index)) {
      all.push_back({index::StemKey(stem), stem, score / total * saturation(tf, context.k1, norm)});
    }
  }
  std::ranges::sort(all, {}, &WeightedStem::key);
  std::vector<WeightedStem> out;
  for (const WeightedStem& one : all) {
    if (out.empty() || out.back().key != one.key) out.push_back({one.key, one.stem, 0});
    out.back().weight += one.weight;
  }
  return out;
}

void keep_heaviest(std::vector<WeightedStem>& stems, std::size_t count) {
  const auto end = stems.begin() + static_cast<std::ptrdiff_t>(std::min(stems.size(), count));
  std::ranges::partial_sort(stems, end, [](const WeightedStem& a, const WeightedStem& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.stem < b.stem;
  });
  stems.erase(end, stems.end());
}

std::string term_of(std::string_view stem) { return std::string("Z").append(stem); }

bool is_in_query(std::string_view stem, std::span<const ScoredTerm> terms) {
  return std::ranges::any_of(terms, [&](const ScoredTerm& one) {
    return one.term.starts_with('Z') && std::string_view(one.term).substr(1) == stem;
  });
}

/// The heaviest stems of the best ten documents, best first, without those of the query. Empty if there are no more
/// candidates than these ten.
std::vector<FeedbackTerm> feedback_terms(std::span<const ScoredDocument> best, const Candidates& candidates) {
  if (best.size() <= kFeedbackDocuments || best.front().score <= 0) return {};
  std::vector<WeightedStem> stems = stems_of(best.first(kFeedbackDocuments), candidates);
  std::erase_if(stems, [&](const WeightedStem& one) { return is_in_query(one.stem, candidates.terms); });
  keep_heaviest(stems, kLookedUp); // looking up a df costs more than everything else here
  for (WeightedStem& one : stems) {
    const std::size_t df = document_frequency(candidates.view, term_of(one.stem));
    one.weight *= df < 2 ? 0 : inverse_document_frequency(candidates.context.documents, static_cast<double>(df));
  }
  keep_heaviest(stems, kFeedbackTerms);
  double sum = 0;
  for (const WeightedStem& one : stems) sum += one.weight;
  std::vector<FeedbackTerm> terms;
  for (const WeightedStem& one : stems) terms.push_back({term_of(one.stem), one.weight / std::max(sum, 1e-9)});
  return terms;
}

void add_feedback(Candidates& candidates, const SignalSettings& settings) {
  std::vector<ScoredDocument> best;
  for (std::size_t d = 0; d < candidates.documents.size(); ++d) {
    best.push_back({candidates.documents[d], candidates.scores[d].score});
  }
  std::ranges::stable_sort(best, std::greater(), &ScoredDocument::score);
  double query = 0;
  for (const ScoredTerm& term : candidates.terms) query += term.part == ScorePart::Stem ? term.weight : 0;
  for (const auto& [term, share] : feedback_terms(best, candidates)) {
    const std::vector<std::uint32_t> tf = term_frequencies(candidates.view, term, candidates.documents);
    for (std::size_t d = 0; d < candidates.documents.size() && !candidates.budget.spent(); ++d) {
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
