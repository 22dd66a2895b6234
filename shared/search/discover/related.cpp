// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/discover/related.h"

#include <algorithm>
#include <span>
#include <string>

#include "shared/search/rank/bm25.h"
#include "shared/search/rank/ranking_parameters.h"
#include "shared/search/rank/term_scoring.h"

namespace trawl::search {
namespace {

constexpr std::size_t kCharacteristicTerms = 30;
constexpr std::size_t kMaxPostings = 1'000'000;
constexpr double kTitleFactor = 2;       // for words of the title
constexpr double kLengthNorm = 1;        // in full: long digests would be similar to everything
constexpr double kMinSimilarity = 0.10;  // of the article's score for its own words
constexpr std::size_t kMinShared = 5;    // characteristic words
constexpr std::uint32_t kMinWords = 25;  // a shorter article is similar to anything
constexpr double kNearlyAsSimilar = 0.6; // of the best score: then other sources come first

/// Whether a term (with its Z) is a single Chinese, Japanese or Korean character. Pairs of them are more specific.
bool is_single_character(const std::string& term) {
  return term.size() <= 4 && static_cast<unsigned char>(term[1]) >= 0xE0;
}

/// The article's heaviest stems by tf and idf, as terms to score by, rarest first.
std::vector<ScoredTerm> characteristic_terms(std::uint32_t document, const IndexView& view,
                                             const ScoringContext& context, const RankingParameters& parameters) {
  std::vector<ScoredTerm> terms;
  const double norm = context.text_norm.of(view.columns.words[document]);
  const auto end = view.database.termlist_end(document);
  auto term = view.database.termlist_begin(document);
  for (term.skip_to("Z"); term != end && (*term).front() == 'Z'; ++term) {
    const Xapian::doccount df = term.get_termfreq();
    const std::string text = *term;
    if (is_single_character(text) || text.contains(':')) continue; // English stems are enough
    const bool digits = text.find_first_not_of("0123456789.,", 1) == std::string::npos;
    if (df < 2 || digits || text.size() < 4) continue;
    const double idf = inverse_document_frequency(context.documents, df);
    const double weight = idf * saturation(term.get_wdf(), parameters.k1, norm);
    terms.push_back({ScorePart::Stem, text, text.substr(1), weight, idf, df});
  }
  auto titles = view.database.termlist_begin(document);
  titles.skip_to("SZ");
  for (ScoredTerm& scored : terms) {
    if (titles != end) titles.skip_to("S" + scored.term);
    if (titles != end && *titles == "S" + scored.term) scored.weight *= kTitleFactor;
  }
  const auto heaviest = std::min(terms.size(), kCharacteristicTerms);
  std::ranges::partial_sort(terms, terms.begin() + static_cast<std::ptrdiff_t>(heaviest), std::greater(),
                            &ScoredTerm::weight);
  terms.resize(heaviest);
  std::ranges::sort(terms, {}, &ScoredTerm::df);
  return terms;
}

/// By document: how similar it is, and how many characteristic words it shares.
struct Similarity {
  std::vector<float> scores;
  std::vector<std::uint8_t> shared;

  explicit Similarity(std::size_t documents) : scores(documents), shared(documents) {}
};

Similarity similarity_to(std::span<const ScoredTerm> terms, const IndexView& view, const ScoringContext& context,
                         Budget& budget) {
  Similarity out(std::size_t{view.columns.last_document} + 1);
  std::size_t postings = 0;
  for (const ScoredTerm& term : terms) {
    if ((postings += term.df) > kMaxPostings) break;
    const TermScorer scorer(term, view.columns, context);
    const auto end = view.database.postlist_end(term.term);
    for (auto posting = view.database.postlist_begin(term.term); posting != end && !budget.spent(); ++posting) {
      if (*posting >= out.scores.size()) break;
      out.scores[*posting] += static_cast<float>(scorer.score(posting.get_wdf(), *posting));
      ++out.shared[*posting];
    }
  }
  return out;
}

} // namespace

std::vector<std::uint32_t> related_documents(std::uint32_t document, const IndexView& view, std::size_t limit,
                                             Deadline deadline) {
  if (view.columns.words[document] < kMinWords) return {};
  RankingParameters parameters;
  parameters.b = kLengthNorm;
  const ScoringContext context = scoring_context(view, parameters);
  Budget budget(deadline);
  const std::vector<ScoredTerm> terms = characteristic_terms(document, view, context, parameters);
  const auto [scores, shared] = similarity_to(terms, view, context, budget);
  const float min_score = std::max(static_cast<float>(kMinSimilarity) * scores[document], 1e-6F);
  std::vector<std::uint32_t> found;
  for (std::uint32_t other = 1; other < scores.size(); ++other) {
    if (other != document && scores[other] >= min_score && shared[other] >= kMinShared) found.push_back(other);
  }
  std::ranges::sort(
      found, [&](std::uint32_t a, std::uint32_t b) { return scores[a] != scores[b] ? scores[a] > scores[b] : a < b; });
  const auto own = view.columns.source().of(document);
  const auto nearly_as_similar = std::ranges::find_if(found, [&](std::uint32_t other) {
    return scores[other] < static_cast<float>(kNearlyAsSimilar) * scores[found.front()];
  });
  std::stable_partition(found.begin(), nearly_as_similar, [&](std::uint32_t other) {
    return std::ranges::find_first_of(view.columns.source().of(other), own) == view.columns.source().of(other).end();
  });
  if (found.size() > limit) found.resize(limit);
  return found;
}

} // namespace trawl::search
