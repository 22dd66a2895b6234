// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/discover/related.h"

#include <algorithm>
#include <span>
#include <string>

#include "shared/search/index_view.h"
#include "shared/search/rank/bm25.h"
#include "shared/search/rank/scoring.h"

namespace trawl::search {
namespace {

constexpr std::size_t kTellingTerms = 30;
constexpr std::size_t kMaxPostings = 1'000'000;
constexpr double kTitleFactor = 2;        // a word of the title tells twice
constexpr double kLengthNorm = 1;         // a digest of everything is like nothing
constexpr double kLeastLikeness = 0.10;   // of what the article scores by its own words
constexpr std::size_t kLeastShared = 5;   // telling words
constexpr std::uint32_t kLeastWords = 25; // an article of a line is like anything
constexpr double kAlmostAsAlike = 0.6;    // of the best: then other sources come first

/// A Chinese, Japanese or Korean character alone, behind the Z: its pairs tell more.
bool is_single_character(const std::string& term) {
  return term.size() <= 4 && static_cast<unsigned char>(term[1]) >= 0xE0;
}

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
    if (is_single_character(text)) continue;
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

/// How alike every document is, and by how many words.
struct Likeness {
  std::vector<float> scores;
  std::vector<std::uint8_t> shared;

  explicit Likeness(std::size_t documents) : scores(documents), shared(documents) {}
};

Likeness likeness_to(std::span<const ScoredTerm> terms, const IndexView& view, const ScoringContext& context,
                     const RankingParameters& parameters, Budget& budget) {
  Likeness out(std::size_t{view.columns.last_document} + 1);
  std::size_t postings = 0;
  for (const ScoredTerm& term : terms) {
    if ((postings += term.frequency) > kMaxPostings) break;
    const TermScorer scorer(term, view.columns, context, parameters);
    const auto end = view.database.postlist_end(term.term);
    for (auto posting = view.database.postlist_begin(term.term); posting != end && !budget.spent(); ++posting) {
      if (*posting >= out.scores.size()) break;
      out.scores[*posting] += static_cast<float>(scorer.of(posting.get_wdf(), *posting));
      ++out.shared[*posting];
    }
  }
  return out;
}

} // namespace

std::vector<std::uint32_t> related_documents(std::uint32_t document, index::IndexReader& reader, std::size_t limit,
                                             Deadline deadline) {
  const IndexView view{reader.database(), reader.columns()};
  if (view.columns.words[document] < kLeastWords) return {};
  RankingParameters parameters;
  parameters.b = kLengthNorm;
  const ScoringContext context = scoring_context(view, parameters);
  Budget budget(deadline);
  const std::vector<ScoredTerm> terms = telling_terms(document, view, context, parameters);
  const auto [scores, shared] = likeness_to(terms, view, context, parameters, budget);
  const float least = std::max(static_cast<float>(kLeastLikeness) * scores[document], 1e-6F);
  std::vector<std::uint32_t> found;
  for (std::uint32_t other = 1; other < scores.size(); ++other) {
    if (other != document && scores[other] >= least && shared[other] >= kLeastShared) found.push_back(other);
  }
  std::ranges::sort(
      found, [&](std::uint32_t a, std::uint32_t b) { return scores[a] != scores[b] ? scores[a] > scores[b] : a < b; });
  const auto own = view.columns.source().of(document);
  const auto alike = std::ranges::find_if(found, [&](std::uint32_t other) {
    return scores[other] < static_cast<float>(kAlmostAsAlike) * scores[found.front()];
  });
  std::stable_partition(found.begin(), alike, [&](std::uint32_t other) {
    return std::ranges::find_first_of(view.columns.source().of(other), own) == view.columns.source().of(other).end();
  });
  if (found.size() > limit) found.resize(limit);
  return found;
}

} // namespace trawl::search
