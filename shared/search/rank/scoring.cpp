// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/scoring.h"

#include <algorithm>
#include <functional>

#include "shared/search/match/postings.h"

namespace trawl::search {
ScoringContext scoring_context(const IndexView& view, const RankingParameters& parameters) {
  const double documents = view.database.get_doccount();
  return {documents, LengthNorm(parameters.k1, parameters.b, view.columns.average_words),
          LengthNorm(parameters.k1, parameters.title_b, view.columns.average_title_words)};
}

std::vector<ScoredTerm> scored_terms(const RankTerms& terms, const IndexView& view, const ScoringContext& context,
                                     const RankingParameters& parameters, Budget& budget) {
  std::vector<ScoredTerm> out;
  const auto add = [&](ScorePart part, const std::string& term, const std::string& word, double factor, double idf) {
    const std::size_t frequency = document_frequency(view, term);
    if (frequency > 0 && factor * idf > 0) out.push_back({part, term, word, factor * idf, idf, frequency});
  };
  const auto idf_of = [&](const std::string& term) {
    return inverse_document_frequency(context.documents, static_cast<double>(document_frequency(view, term)));
  };
  for (const RankTerm& stem : terms.stems) {
    const double idf = idf_of("Z" + stem.text);
    add(ScorePart::Stem, "Z" + stem.text, stem.text, stem.times, idf);
    add(ScorePart::Title, "SZ" + stem.text, stem.text, parameters.title * stem.times, idf);
  }
  for (const RankTerm& word : terms.exact) {
    add(ScorePart::Exact, word.text, word.text, parameters.exact * word.times, idf_of(word.text));
  }
  for (const RankTerm& variant : terms.variants) {
    const double idf = idf_of("Z" + variant.text);
    add(ScorePart::Variant, "Z" + variant.text, variant.text, parameters.variants * variant.times, idf);
  }
  for (const RankTerm& synonym : terms.synonyms) {
    const double idf = idf_of("Z" + synonym.text);
    add(ScorePart::Variant, "Z" + synonym.text, synonym.text, parameters.synonyms * synonym.times, idf);
  }
  for (const RankTerm& compound : terms.compounds) {
    add(ScorePart::Compound, compound.text, compound.text, parameters.compounds * compound.times,
        idf_of(compound.text));
  }
  const std::size_t share = kMaxExpansions / std::clamp<std::size_t>(terms.prefixes.size(), 1, kMaxExpansions);
  for (const std::string& prefix : terms.prefixes) {
    Expansion expansion = expand(view, prefix, budget);
    expansion.terms.resize(std::min(expansion.terms.size(), share));
    for (const std::string& term : expansion.terms) {
      add(ScorePart::Variant, term, term, parameters.variants, idf_of(term));
    }
  }
  std::ranges::stable_sort(out, std::greater(), &ScoredTerm::weight);
  return out;
}

TermScorer::TermScorer(const ScoredTerm& term, const index::Columns& columns, const ScoringContext& context,
                       const RankingParameters& parameters)
    : weight_(term.weight), k1_(parameters.k1),
      lengths_(term.part == ScorePart::Title ? columns.title_words : columns.words),
      norm_(term.part == ScorePart::Title ? context.title_norm : context.text_norm) {}

} // namespace trawl::search
