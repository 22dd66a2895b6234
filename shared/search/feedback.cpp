// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/feedback.h"

#include <algorithm>
#include <unordered_map>

#include "shared/search/posting_cursor.h"
#include "shared/text/stopwords.h"

namespace trawl::search {
namespace {

constexpr std::size_t kDocuments = 10;
constexpr std::size_t kLookedUp = 40; // terms whose frequency is asked for
constexpr std::size_t kTerms = 10;
constexpr std::uint32_t kLeastWords = 20;
constexpr std::uint32_t kMostWords = 200;

using Weights = std::unordered_map<std::string, double>;

/// How much each stem of the documents says of them, those that score more weighing more.
Weights weights_in(std::span<const FeedbackDocument> documents, const IndexView& view, const ScoringContext& context,
                   double k1, Budget& budget) {
  Weights weights;
  double total = 0;
  for (const FeedbackDocument& one : documents) total += one.score;
  for (const auto& [document, score] : documents) {
    const std::uint32_t words = view.columns.words[document];
    if (words < kLeastWords || words > kMostWords) continue;
    const double norm = context.text_norm.of(words);
    const auto end = view.database.termlist_end(document);
    auto term = view.database.termlist_begin(document);
    for (term.skip_to("Z"); term != end && !budget.spent(); ++term) {
      const std::string text = *term;
      if (text.front() != 'Z') break;
      weights[text] += score / total * saturation(term.get_wdf(), k1, norm);
    }
  }
  return weights;
}

void keep_heaviest(std::vector<FeedbackTerm>& terms, std::size_t count) {
  const auto kept = std::min(terms.size(), count);
  std::ranges::partial_sort(terms, terms.begin() + static_cast<std::ptrdiff_t>(kept),
                            [](const FeedbackTerm& a, const FeedbackTerm& b) {
                              return a.share != b.share ? a.share > b.share : a.term < b.term;
                            });
  terms.resize(kept);
}

} // namespace

std::vector<FeedbackTerm> feedback_terms(std::span<const FeedbackDocument> best, std::span<const ScoredTerm> scored,
                                         const IndexView& view, const ScoringContext& context, double k1,
                                         Budget& budget) {
  if (best.size() <= kDocuments || best.front().score <= 0) return {};
  std::vector<FeedbackTerm> terms;
  for (const auto& [term, weight] : weights_in(best.first(kDocuments), view, context, k1, budget)) {
    const bool asked = std::ranges::find(scored, term, &ScoredTerm::term) != scored.end();
    if (!asked && !text::is_stop_word(std::string_view(term).substr(1))) terms.push_back({term, weight});
  }
  keep_heaviest(terms, kLookedUp); // a look-up costs more than all else here
  for (FeedbackTerm& term : terms) {
    const std::size_t frequency = frequency_of(view, term.term);
    term.share *= frequency < 2 ? 0 : inverse_document_frequency(context.documents, static_cast<double>(frequency));
  }
  keep_heaviest(terms, kTerms);
  double sum = 0;
  for (const FeedbackTerm& term : terms) sum += term.share;
  for (FeedbackTerm& term : terms) term.share /= std::max(sum, 1e-9);
  return terms;
}

} // namespace trawl::search
