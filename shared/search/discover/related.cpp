// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/discover/related.h"

#include <algorithm>
#include <map>
#include <span>
#include <string>

#include "shared/index/records/stored_fields.h"
#include "shared/index/records/text_blocks.h"
#include "shared/schema/terms.h"
#include "shared/search/bm25.h"
#include "shared/search/match/posting_cursor.h"
#include "shared/search/rank/ranking_parameters.h"
#include "shared/search/rank/term_scoring.h"
#include "shared/text/analyzer.h"

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

/// How often a stem ("Z…") occurs in an article, and whether in its title.
struct StemUse {
  std::uint32_t tf = 0;
  bool in_title = false;
};

/// The stems of title, text and titles of copies. Of foreign texts the English stems are enough.
std::map<std::string, StemUse> stems_of(std::uint32_t document, const index::Columns& columns) {
  const index::StoredDocument stored = columns.stored_document(document);
  Article article;
  std::map<std::string, StemUse> stems;
  if (!index::unpack_stored_fields(stored.stored_fields, article)) return stems;
  if (!index::TextBlocks(stored.text).read_all(article.text)) return stems;
  for (const Copy& copy : article.copies) {
    if (!copy.title.empty() && copy.title != article.title) article.text.append("\n\n").append(copy.title);
  }
  for (const text::TermOccurrence& occurrence : text::analyze_article(article.title, article.text).terms) {
    const std::string& term = occurrence.term;
    if (term.starts_with("SZ")) {
      stems[term.substr(1)].in_title = true;
    } else if (term.starts_with('Z')) {
      ++stems[term].tf;
    }
  }
  return stems;
}

/// The article's heaviest stems by tf and idf, as terms to score by, rarest first.
std::vector<ScoredTerm> characteristic_terms(std::uint32_t document, const IndexView& view,
                                             const ScoringContext& context, const RankingParameters& parameters) {
  std::vector<ScoredTerm> terms;
  const double norm = context.text_norm.of(view.columns.words[document]);
  for (const auto& [text, use] : stems_of(document, view.columns)) {
    if (is_single_character(text)) continue;
    const bool digits = text.find_first_not_of("0123456789.,", 1) == std::string::npos;
    if (digits || text.size() < 4 || text.size() > schema::kMaxTermBytes) continue;
    const std::size_t df = document_frequency(view, text);
    if (df < 2) continue;
    const double idf = inverse_document_frequency(context.documents, static_cast<double>(df));
    const double weight = idf * saturation(use.tf, parameters.k1, norm) * (use.in_title ? kTitleFactor : 1);
    terms.push_back({ScorePart::Stem, text, text.substr(1), weight, idf, df});
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
    for_each_posting(view, term.term, budget, [&](std::uint32_t document, std::uint32_t tf) {
      out.scores[document] += static_cast<float>(scorer.score(tf, document));
      ++out.shared[document];
    });
  }
  return out;
}

} // namespace

std::vector<std::uint32_t> related_documents(std::uint32_t document, const IndexView& view, std::size_t limit,
                                             Budget& budget) {
  if (view.columns.words[document] < kMinWords) return {};
  RankingParameters parameters;
  parameters.b = kLengthNorm;
  const ScoringContext context = scoring_context(view, parameters);
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
