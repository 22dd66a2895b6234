// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/word_correction.h"

#include "shared/query/parse_query.h"
#include "shared/search/plan/match_policy.h"
#include "shared/search/plan/query_plan.h"
#include "shared/text/stopwords.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace trawl::search {
namespace {

constexpr std::size_t kShortLetters = 3;       // corrected only beside other words
constexpr std::size_t kLongLetters = 8;        // two mistakes are looked for
constexpr std::size_t kTwoMistakesLetters = 5; // two mistakes may be likelier than one
/// A word that is known only in another inflection is a typo if it is near a word that this many times as many articles
/// have.
constexpr std::size_t kFarMoreFrequent = 20;
/// A known word is a typo if it is near a word that this many times as many articles have.
constexpr std::size_t kAbsurdlyMoreFrequent = 100;
/// A word of so few articles, near one that so many have, is what their authors mistyped.
constexpr std::size_t kFewArticles = 2, kManyArticles = 100;
/// In a long word, a letter missing or two swapped is a typo rather than another word.
constexpr double kLikelySlip = 0.5;
/// Of a word that few articles have, nobody makes two mistakes.
constexpr std::size_t kTwoMistakesArticles = 20;
constexpr std::size_t kMaxSuspects = 10;

} // namespace

/// How many articles have `folded` in place of the word together with the others; as a family name, behind the first
/// name: a long article has any two words.
std::size_t WordCorrector::articles_together(const TypedWord& word, const std::string& folded, const MatchPtr& others) {
  if (!word.first_name.empty())
    return statistics_.count(match_sequence({stem_term(word.first_name), stem_term(folded)}, 1));
  return statistics_.count(match_all({others, match_term(stem_term(folded))}));
}

/// Whether a word that this many articles have is a typo of another one.
bool WordCorrector::is_absurdly_rare(const TypedWord& word, std::size_t articles, const NearWord& near,
                                     const MatchPtr& others) {
  if (near.articles >= kAbsurdlyMoreFrequent * articles) return true;
  const bool is_slip = word.folded.size() >= kLongLetters && near.likelihood >= kLikelySlip;
  if (is_slip && near.articles >= kFarMoreFrequent * articles) return true;
  if (articles <= kFewArticles && near.articles >= kManyArticles) return true;
  if (!others || near.articles < kFarMoreFrequent * articles) return false;
  const std::size_t together = std::max<std::size_t>(1, articles_together(word, word.folded, others));
  return articles_together(word, near.word, others) >= kFarMoreFrequent * together;
}

/// Whether a known word can be a typo of a more frequent one. No word is in more articles than there are; this spares
/// the usual query the lookups.
bool WordCorrector::may_be_rare(const TypedWord& word) {
  return !text::is_stop_word(word.folded) &&
         kFarMoreFrequent * statistics_.df(stem_term(word.folded)) <= statistics_.articles();
}

std::vector<NearWord> WordCorrector::words_meant_by_known(const TypedWord& word) {
  const std::string stem = stem_term(word.folded);
  const std::size_t articles = statistics_.df(stem);
  // The first letter is right.
  std::vector<NearWord> near =
      near_words(word.folded, {.edits = 1, .prefix = 1, .least = kFarMoreFrequent * articles}, statistics_);
  std::erase_if(near, [&](const NearWord& one) { return text::is_stop_word(one.word) || stem == stem_term(one.word); });
  if (near.empty()) return near; // nearly always
  const MatchPtr others = articles_with_others(word);
  // The other words speak for a neighbour only if enough articles have them all.
  const bool may_others_tell =
      others && statistics_.count(others) >=
                    kFarMoreFrequent * std::max<std::size_t>(1, articles_together(word, word.folded, others));
  const std::size_t far = articles <= kFewArticles ? kManyArticles : kAbsurdlyMoreFrequent * articles;
  const bool is_long = word.folded.size() >= kLongLetters;
  const std::size_t least = may_others_tell || is_long ? kFarMoreFrequent * articles : far;
  if (least > statistics_.articles()) return {};
  std::erase_if(near, [&](const NearWord& one) { return !is_absurdly_rare(word, articles, one, others); });
  return near;
}

std::vector<NearWord> WordCorrector::words_meant_by_unknown(const TypedWord& word) {
  const std::size_t in_any_form =
      statistics_.count(plan_query(query::parse_query(word.folded, Moment{}), MatchMode::All, statistics_).match);
  std::vector<NearWord> near = near_words(word.folded, {}, statistics_);
  if (in_any_form > 0) {
    const std::string stem = stem_term(word.folded);
    std::erase_if(near, [&](const NearWord& one) {
      return stem == stem_term(one.word) || one.articles < kFarMoreFrequent * in_any_form;
    });
  } else if (near.empty() && word.folded.size() >= kLongLetters) {
    near = near_words(word.folded, {.edits = 2, .prefix = 2}, statistics_);
  }
  return near;
}

/// The articles that have all other known words of the query; null if there are no such words. Stop words count only
/// when the query has nothing else.
MatchPtr WordCorrector::articles_with_others(const TypedWord& word) {
  if (others_of_ == &word) return others_;
  others_of_ = &word;
  std::vector<MatchPtr> terms, stop_words;
  for (const TypedWord& other : words_) {
    if (&other == &word || !other.is_wanted) continue;
    std::string term = stem_term(other.folded);
    if (statistics_.df(term) == 0) continue;
    (text::is_stop_word(other.folded) ? stop_words : terms).push_back(match_term(std::move(term)));
  }
  if (terms.empty()) terms = std::move(stop_words);
  others_ = terms.empty() ? nullptr : match_all(std::move(terms));
  return others_;
}

WordCorrector::Suspect WordCorrector::likeliest(const TypedWord& word, const std::vector<NearWord>& near,
                                                const MatchPtr& others) {
  Suspect best;
  for (const NearWord& one : near | std::views::take(kMaxSuspects)) {
    const std::size_t together = articles_together(word, one.word, others);
    const double score = one.likelihood * static_cast<double>(together);
    if (score > best.score) best = {&one, together, score};
  }
  return best;
}

std::optional<std::string> WordCorrector::correction_of(const TypedWord& word) {
  if (!has_near_words(word.folded) || statistics_.is_over()) return std::nullopt;
  const bool is_known = statistics_.df(word.folded) > 0;
  if (is_known && !may_be_rare(word)) return std::nullopt;
  const std::vector<NearWord> near = is_known ? words_meant_by_known(word) : words_meant_by_unknown(word);
  if (near.empty()) return std::nullopt;
  const MatchPtr others = articles_with_others(word);

  Suspect suspect;
  if (others) suspect = likeliest(word, near, others);
  std::vector<NearWord> further;
  if (others && !is_known && word.folded.size() >= kTwoMistakesLetters && suspect.articles < kFullPage) {
    further = near_words(word.folded, {.edits = 2, .prefix = 1, .least = kTwoMistakesArticles}, statistics_);
    if (const Suspect other = likeliest(word, further, others); other.score > suspect.score) suspect = other;
  }
  const NearWord* best = suspect.word;
  const bool needs_others = word.folded.size() <= kShortLetters || (is_known && others) || !word.first_name.empty();
  if (best == nullptr && !needs_others) best = &near.front();
  if (best == nullptr || statistics_.is_over()) return std::nullopt;
  return best->word;
}

} // namespace trawl::search
