// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/related.h"

#include <algorithm>
#include <string>

#include "shared/search/bm25.h"
#include "shared/search/index_view.h"
#include "shared/search/scoring.h"

namespace trawl::search {
namespace {

constexpr std::size_t kTellingTerms = 30;
constexpr std::size_t kMaxPostings = 1'000'000;
constexpr double kTitleFactor = 2;      // a word of the title tells twice
constexpr double kLeastLikeness = 0.12; // of what the article scores by its own words
constexpr std::size_t kCandidates = 4;  // times the limit, before other sources come first

/// The article's stems of greatest weight, as terms to score by.
std::vector<ScoredTerm> telling_terms(std::uint32_t document, const IndexView& view, const ScoringContext& context,
                                      const RankingParameters& parameters) {
  std::vector<ScoredTerm> terms;
  const double norm = context.text_norm.of(view.columns.words[document]);
  const auto end = view.database.termlist_end(document);
  auto term = view.database.termlist_begin(document);
  for (term.skip_to("Z"); term != end && (*term).front() == 'Z'; ++term) {
    const Xapian::doccount frequency = term.get_termfreq();
    const std::string text = *term;
    const bool digits = text.find_first_not_of("0123456789.,", 1) == std::string::npos;
    if (frequency < 2 || digits || text.size() < 4) continue;
    const double idf = inverse_document_frequency(context.documents, frequency);
    const double weight = idf * saturation(term.get_wdf(), parameters.k1, norm);
    terms.push_back({ScorePart::Stem, text, text.substr(1), weight, idf, frequency});
  }
  auto titles = view.database.termlist_begin(document);
  titles.skip_to("SZ");
  for (ScoredTerm& scored : terms) {
    if (titles != end) titles.skip_to("S" + scored.term);
    if (titles != end && *titles == "S" + scored.term) scored.weight *= kTitleFactor;
  }
  const auto heaviest = std::min(terms.size(), kTellingTerms);
  std::ranges::partial_sort(terms, terms.begin() + static_cast<std::ptrdiff_t>(heaviest), std::greater(),
                            &ScoredTerm::weight);
  terms.resize(heaviest);
  std::ranges::sort(terms, {}, &ScoredTerm::frequency);
  return terms;
}

} // namespace

std::vector<std::uint32_t> related_documents(std::uint32_t document, index::IndexReader& reader, std::size_t limit,
                                             Deadline deadline) {
  const IndexView view{reader.database(), reader.columns()};
  const RankingParameters parameters;
  const ScoringContext context = scoring_context(view, parameters);
  Budget budget(deadline);
  std::vector<float> scores(std::size_t{view.columns.last_document} + 1);
  std::size_t postings = 0;
  for (const ScoredTerm& term : telling_terms(document, view, context, parameters)) {
    if ((postings += term.frequency) > kMaxPostings) break;
    const TermScorer scorer(term, view.columns, context, parameters);
    const auto end = view.database.postlist_end(term.term);
    for (auto posting = view.database.postlist_begin(term.term); posting != end && !budget.spent(); ++posting) {
      if (*posting >= scores.size()) break;
      scores[*posting] += static_cast<float>(scorer.of(posting.get_wdf(), *posting));
    }
  }
  const float least = std::max(static_cast<float>(kLeastLikeness) * scores[document], 1e-6F);
  std::vector<std::uint32_t> found;
  for (std::uint32_t other = 1; other < scores.size(); ++other) {
    if (other != document && scores[other] >= least) found.push_back(other);
  }
  const auto best = std::min(found.size(), kCandidates * limit);
  std::ranges::partial_sort(
      found, found.begin() + static_cast<std::ptrdiff_t>(best),
      [&](std::uint32_t a, std::uint32_t b) { return scores[a] != scores[b] ? scores[a] > scores[b] : a < b; });
  found.resize(best);
  const auto own = view.columns.source.of(document);
  std::ranges::stable_partition(found, [&](std::uint32_t other) {
    return std::ranges::find_first_of(view.columns.source.of(other), own) == view.columns.source.of(other).end();
  });
  if (found.size() > limit) found.resize(limit);
  return found;
}

} // namespace trawl::search
