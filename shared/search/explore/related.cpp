// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/explore/related.h"

#include "shared/base/utf8.h"
#include "shared/schema/terms.h"
#include "shared/search/bm25.h"
#include "shared/search/rank/ranking_parameters.h"
#include "shared/text/analyzer.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

namespace trawl::search {
namespace {

constexpr std::size_t kCharacteristicTerms = 30;
constexpr std::size_t kMostText = 256'000; // bytes
constexpr std::size_t kMostTerms = 1'000;  // that are looked up: few articles have more
constexpr double kTitleFactor = 2;         // for words of the title
constexpr float kMinSimilarity = 0.10F;    // of the article's score for its own words
constexpr float kAnySimilarity = 1e-6F;
constexpr std::size_t kMinShared = 5;      // characteristic words
constexpr std::size_t kFewShared = 2;      // of an article that is shown when there are not enough others
constexpr std::size_t kMostCompared = 200; // of those
constexpr std::size_t kMinWords = 25;      // a shorter article is similar to anything
constexpr float kNearlyAsSimilar = 0.6F;   // of the best score: then other sources come first

/// How often a stem ("Z…") occurs in an article, and whether in its title.
struct StemUse {
  std::string term;
  std::uint32_t tf = 0;
  bool in_title = false;
};

/// Not numbers, and not single Chinese, Japanese or Korean characters: pairs of them are more specific.
bool may_be_characteristic(const std::string& term) {
  const bool is_single_character = term.size() <= 4 && static_cast<unsigned char>(term[1]) >= 0xE0;
  const bool has_letters = term.find_first_not_of("0123456789.,", 1) != std::string::npos;
  return !is_single_character && has_letters && term.size() >= 4 && term.size() <= schema::kMaxTermBytes;
}

/// The stems of title, text, of which a long one's beginning says enough, and titles of copies that may be
/// characteristic. Of foreign texts the English stems are enough.
std::vector<StemUse> stems_of(const Article& article) {
  std::string text(utf8::truncate_bytes(article.text, kMostText));
  for (const Copy& copy : article.copies) {
    if (!copy.title.empty() && copy.title != article.title) text.append("\n\n").append(copy.title);
  }
  std::map<std::string, StemUse> stems;
  text::TermTable table;
  for (const text::TermOccurrence& occurrence : text::analyze_article(table, article.title, text).terms) {
    const std::string term(occurrence.term);
    if (term.starts_with("SZ")) {
      stems[term.substr(1)].in_title = true;
    } else if (term.starts_with('Z')) {
      ++stems[term].tf;
    }
  }
  std::vector<StemUse> out;
  for (auto& [term, use] : stems) {
    if (may_be_characteristic(term)) out.push_back({term, use.tf, use.in_title});
  }
  return out;
}

/// The article's heaviest stems by tf and idf, rarest first.
std::vector<SimilarityQuestion::Weighted> characteristic_terms(const Article& article, std::size_t words,
                                                               ExploreInIndex& index) {
  struct Candidate {
    SimilarityQuestion::Weighted weighted;
    std::size_t df = 0;
  };
  std::vector<StemUse> stems = stems_of(article);
  if (stems.size() > kMostTerms) {
    std::ranges::stable_sort(stems, std::greater(),
                             [](const StemUse& use) { return std::tuple(use.in_title, use.tf); });
    stems.resize(kMostTerms);
  }
  const double k1 = RankingParameters().k1;
  // Lengths count in full, or long lists would be similar to everything.
  const double norm = LengthNorm(k1, 1, index.average_words()).of(static_cast<std::uint32_t>(words));
  const auto articles = static_cast<double>(index.terms().articles());
  std::vector<Candidate> candidates;
  for (const StemUse& use : stems) {
    const std::size_t df = index.terms().df(use.term);
    if (df < 2) continue;
    const double idf = inverse_document_frequency(articles, static_cast<double>(df));
    const double weight = idf * saturation(use.tf, k1, norm) * (use.in_title ? kTitleFactor : 1);
    candidates.push_back({{use.term, weight}, df});
  }
  const auto heaviest = std::min(candidates.size(), kCharacteristicTerms);
  std::ranges::partial_sort(candidates, candidates.begin() + static_cast<std::ptrdiff_t>(heaviest), std::greater(),
                            [](const Candidate& one) { return one.weighted.weight; });
  candidates.resize(heaviest);
  std::ranges::sort(candidates, {}, &Candidate::df);
  std::vector<SimilarityQuestion::Weighted> terms;
  for (Candidate& one : candidates) terms.push_back(std::move(one.weighted));
  return terms;
}

/// What shares a few characteristic words with an article and is not `known`, the nearest in meaning first.
std::vector<SimilarArticle> distant_relatives(std::uint32_t document, SimilarityQuestion question,
                                              const std::vector<SimilarArticle>& known, ExploreInIndex& index) {
  question.least_shared = kFewShared;
  std::vector<SimilarArticle> found = index.similar(question);
  std::erase_if(found, [&](const SimilarArticle& one) {
    return one.document == document || std::ranges::find(known, one.document, &SimilarArticle::document) != known.end();
  });
  std::ranges::stable_sort(found, std::greater(), &SimilarArticle::score);
  if (found.size() > kMostCompared) found.resize(kMostCompared);
  // Where nothing was learnt, all are equally near.
  const std::vector<double> near = index.nearness(document, found);
  std::vector<std::size_t> order(found.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return near[i]; });
  std::vector<SimilarArticle> out;
  for (const std::size_t i : order) out.push_back(found[i]);
  return out;
}

} // namespace

std::vector<std::uint32_t> related_articles(const Article& article, std::uint32_t document, std::size_t words,
                                            ExploreInIndex& index, std::size_t limit) {
  if (words < kMinWords) return {};
  const SimilarityQuestion question{characteristic_terms(article, words, index), everything(), kMinShared, true};
  std::vector<SimilarArticle> found = index.similar(question);
  const auto own = std::ranges::find(found, document, &SimilarArticle::document);
  if (own == found.end()) return {};
  const float least = std::max(kMinSimilarity * own->score, kAnySimilarity);
  std::erase_if(found, [&](const SimilarArticle& one) { return one.document == document || one.score < least; });
  std::ranges::stable_sort(found, std::greater(), &SimilarArticle::score);
  const auto nearly_as_similar = std::ranges::find_if(
      found, [&](const SimilarArticle& one) { return one.score < kNearlyAsSimilar * found.front().score; });
  const std::vector<std::string> own_sources = index.sources_of(document);
  std::stable_partition(found.begin(), nearly_as_similar, [&](const SimilarArticle& one) {
    const std::vector<std::string> sources = index.sources_of(one.document);
    return std::ranges::find_first_of(sources, own_sources) == sources.end();
  });
  if (found.size() < limit)
    std::ranges::move(distant_relatives(document, question, found, index), std::back_inserter(found));
  if (found.size() > limit) found.resize(limit);
  std::vector<std::uint32_t> documents;
  for (const SimilarArticle& one : found) documents.push_back(one.document);
  return documents;
}

} // namespace trawl::search
