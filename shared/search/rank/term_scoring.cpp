// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/term_scoring.h"

#include "shared/base/vectorised.h"
#include "shared/schema/terms.h"
#include "shared/search/match/prefix_expansion.h"
#include "shared/search/rank/ranking_parameters.h"

#include <algorithm>
#include <array>
#include <functional>
#include <ranges>
#include <utility>

namespace trawl::search {

namespace {

LengthNorm norm_of(ScorePart part, const ScoringContext& context) {
  if (part == ScorePart::Author) return {context.k1, 0, 0}; // one of many authors is as much one
  return part == ScorePart::Title ? context.title_norm : context.text_norm;
}

/// A loop that the compiler can vectorise.
TRAWL_VECTORISED void score_postings(const std::uint32_t* tf, const std::uint32_t* lengths, std::size_t count,
                                     double weight, double k1, LengthNorm norm, float* scores) {
  for (std::size_t i = 0; i < count; ++i) {
    scores[i] = static_cast<float>(weight * saturation(tf[i], k1, norm.of(lengths[i])));
  }
}

} // namespace

ScoringContext scoring_context(const IndexView& view, const RankingParameters& parameters) {
  const double documents = view.columns.live_documents;
  return {documents, parameters.k1, LengthNorm(parameters.k1, parameters.b, view.columns.average_words),
          LengthNorm(parameters.k1, parameters.title_b, view.columns.average_title_words)};
}

std::vector<ScoredTerm> scored_terms(const RankTerms& terms, const IndexView& view, const ScoringContext& context,
                                     const RankingParameters& parameters, Budget& budget) {
  std::vector<ScoredTerm> out;
  const auto add = [&](ScorePart part, const std::string& term, const index::PostingList& postings,
                       const std::string& word, double factor, double idf) {
    const std::size_t df = postings.df();
    if (df > 0 && factor * idf > 0) out.push_back({part, term, word, factor * idf, idf, df, &postings});
  };
  const auto idf_of = [&](const index::PostingList& postings) {
    return inverse_document_frequency(context.documents, static_cast<double>(postings.df()));
  };
  const auto add_with_own_idf = [&](ScorePart part, const std::string& term, const std::string& word, double factor) {
    const index::PostingList& postings = postings_of(view, term);
    add(part, term, postings, word, factor, idf_of(postings));
  };
  for (const RankTerm& stem : terms.stems) {
    const index::PostingList& in_text = postings_of(view, stem.term);
    const double idf = idf_of(in_text);
    add(ScorePart::Stem, stem.term, in_text, stem.word, stem.occurrences, idf);
    add(ScorePart::Title, "S" + stem.term, postings_of(view, "S" + stem.term), stem.word,
        parameters.title * stem.occurrences, idf);
    if (!stem.may_be_name) continue;
    add_with_own_idf(ScorePart::Author, schema::author_word_term(stem.word), stem.word,
                     parameters.authors * stem.occurrences);
  }
  for (const RankTerm& word : terms.exact) {
    add_with_own_idf(ScorePart::Exact, word.text, word.text, parameters.exact * word.occurrences);
  }
  for (const RankTerm& variant : terms.variants) {
    add_with_own_idf(ScorePart::Variant, "Z" + variant.text, variant.text, parameters.variants * variant.occurrences);
  }
  for (const RankTerm& synonym : terms.synonyms) {
    add_with_own_idf(ScorePart::Variant, "Z" + synonym.text, synonym.text, parameters.synonyms * synonym.occurrences);
  }
  // However many prefixes there are, they share kMaxExpansions terms.
  const std::size_t share = kMaxExpansions / std::clamp<std::size_t>(terms.prefixes.size(), 1, kMaxExpansions);
  for (const std::string& prefix : terms.prefixes) {
    for (const std::string& term : expand_prefix(view, prefix, budget) | std::views::take(share))
      add_with_own_idf(ScorePart::Variant, term, term, parameters.variants);
  }
  std::ranges::stable_sort(out, std::greater(), &ScoredTerm::weight);
  return out;
}

TermScorer::TermScorer(const ScoredTerm& term, const index::Columns& columns, const ScoringContext& context)
    : weight_(term.weight), k1_(context.k1), norm_(norm_of(term.part, context)),
      lengths_(term.part == ScorePart::Title ? columns.title_words : columns.words) {}

void TermScorer::score(const index::PostingBlock& block, float* scores) const {
  std::array<std::uint32_t, index::PostingBlock::kSize> lengths;
  for (std::size_t i = 0; i < block.size; ++i) lengths[i] = lengths_[block.documents[i]];
  score_postings(block.tf.data(), lengths.data(), block.size, weight_, k1_, norm_, scores);
}

} // namespace trawl::search
