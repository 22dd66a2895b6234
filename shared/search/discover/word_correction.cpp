// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/discover/word_correction.h"

#include "shared/search/match/match_query.h"
#include "shared/search/match/posting_sets.h"
#include "shared/text/stopwords.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace trawl::search {
namespace {

constexpr std::size_t kShortLetters = 3; // corrected only beside other words
constexpr std::size_t kTwoEditsLetters = 8;
/// A word that is known only in another inflection is a typo if it is near a word that this many times as many articles
/// have.
constexpr std::size_t kFarMoreFrequent = 20;
/// A known word is a typo if it is near a word that this many times as many articles have.
constexpr std::size_t kAbsurdlyMoreFrequent = 100;
constexpr std::size_t kMaxSuspects = 10;

} // namespace

WordCorrector::WordCorrector(std::span<const TypedWord> words, const IndexView& view, Budget& budget)
    : words_(words), view_(view), budget_(budget) {}

/// How many articles have the word together with the others.
std::size_t WordCorrector::articles_together(const std::string& folded, const DocSet& others) {
  return intersection(view_, others, stem_term(folded), budget_).count();
}

/// Whether a word that this many articles have is a typo of another one.
bool WordCorrector::is_absurdly_rare(const TypedWord& word, std::size_t articles, const NearWord& near,
                                     const std::optional<DocSet>& others) {
  if (near.articles >= kAbsurdlyMoreFrequent * articles) return true;
  if (!others || near.articles < kFarMoreFrequent * articles) return false;
  const std::size_t together = std::max<std::size_t>(1, articles_together(word.folded, *others));
  return articles_together(near.word, *others) >= kFarMoreFrequent * together;
}

/// Whether a known word can be a typo of a more frequent one. No word is in more articles than there are; this spares
/// the usual query the lookups.
bool WordCorrector::may_be_rare(const TypedWord& word) {
  return !text::is_stop_word(word.folded) &&
         kFarMoreFrequent * document_frequency(view_, stem_term(word.folded)) <= view_.columns.live_documents;
}

std::vector<NearWord> WordCorrector::words_meant_by_known(const TypedWord& word) {
  const std::string stem = stem_term(word.folded);
  const std::size_t articles = document_frequency(view_, stem);
  // The first letter is right.
  std::vector<NearWord> near = words_one_edit_away(view_, word.folded, 1, kFarMoreFrequent * articles);
  std::erase_if(near, [&](const NearWord& one) { return text::is_stop_word(one.word) || stem == stem_term(one.word); });
  if (near.empty()) return near; // nearly always
  const std::optional<DocSet>& others = articles_with_others(word);
  // The other words speak for a neighbour only if enough articles have them all.
  const bool may_others_tell =
      others && others->count() >= kFarMoreFrequent * std::max<std::size_t>(1, articles_together(word.folded, *others));
  const std::size_t least = (may_others_tell ? kFarMoreFrequent : kAbsurdlyMoreFrequent) * articles;
  if (least > view_.columns.live_documents) return {};
  std::erase_if(near, [&](const NearWord& one) { return !is_absurdly_rare(word, articles, one, others); });
  return near;
}

std::size_t WordCorrector::articles_in_any_form(const TypedWord& word) {
  const auto query = query::parse_query(word.folded, Moment{}, false);
  if (!query) return 0;
  const auto found = match_query(*query, view_, MatchMode::All, budget_.deadline());
  if (!found || !found->is_exact) budget_.stop();
  return found ? found->documents.count() : 0;
}

std::vector<NearWord> WordCorrector::words_meant_by_unknown(const TypedWord& word) {
  const std::size_t articles = articles_in_any_form(word);
  std::vector<NearWord> near = words_one_edit_away(view_, word.folded);
  if (articles > 0) {
    const std::string stem = stem_term(word.folded);
    std::erase_if(near, [&](const NearWord& one) {
      return stem == stem_term(one.word) || one.articles < kFarMoreFrequent * articles;
    });
  } else if (near.empty() && word.folded.size() >= kTwoEditsLetters) {
    near = words_two_edits_away(view_, word.folded, budget_);
  }
  return near;
}

/// The articles that have all other known words of the query; nullopt if there are no such words. Stop words count only
/// when the query has nothing else. Looked for once for each word.
const std::optional<DocSet>& WordCorrector::articles_with_others(const TypedWord& word) {
  if (others_of_ == &word) return others_;
  others_of_ = &word;
  others_.reset();
  std::vector<std::string> terms, stop_words;
  for (const TypedWord& other : words_) {
    if (&other == &word || !other.is_wanted) continue;
    std::string term = stem_term(other.folded);
    if (document_frequency(view_, term) == 0) continue;
    (text::is_stop_word(other.folded) ? stop_words : terms).push_back(std::move(term));
  }
  if (terms.empty()) terms = std::move(stop_words);
  if (!terms.empty()) others_ = documents_with_all(view_, std::move(terms), budget_);
  return others_;
}

std::optional<std::string> WordCorrector::correction_of(const TypedWord& word) {
  if (!has_near_words(word.folded) || budget_.passed()) return std::nullopt;
  const bool is_known = document_frequency(view_, word.folded) > 0;
  if (is_known && !may_be_rare(word)) return std::nullopt;
  const std::vector<NearWord> near = is_known ? words_meant_by_known(word) : words_meant_by_unknown(word);
  if (near.empty()) return std::nullopt;
  const std::optional<DocSet>& others = articles_with_others(word);

  const NearWord* best = nullptr;
  double best_score = 0;
  for (const NearWord& one : near | std::views::take(kMaxSuspects)) {
    if (!others) break;
    const std::size_t together = articles_together(one.word, *others);
    if (const double score = one.likelihood * static_cast<double>(together); score > best_score) {
      best = &one;
      best_score = score;
    }
  }
  const bool needs_others = word.folded.size() <= kShortLetters || (is_known && others);
  if (best == nullptr && !needs_others) best = &near.front();
  if (best == nullptr || budget_.over()) return std::nullopt;
  return best->word;
}

} // namespace trawl::search
