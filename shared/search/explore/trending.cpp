// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/explore/trending.h"

#include "shared/text/stemmer.h"
#include "shared/text/stopwords.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace trawl::search {
namespace {

constexpr std::size_t kMaxArticles = 2'000;
constexpr std::size_t kMinArticles = 2;
constexpr std::size_t kMinSources = 2;
constexpr double kMinRise = 3; // times the usual rate
/// Of G², which chance exceeds once in a hundred words.
constexpr double kMinSignificance = 6.63;
constexpr std::size_t kMinTermLetters = 3;
constexpr double kMaxUsualShare = 0.05;      // of the other articles have it: more is ordinary vocabulary
constexpr double kMaxUsualSources = 1.0 / 3; // of the sources have used it before: the same
constexpr std::size_t kManySources = 5;      // fewer tell nothing about what is ordinary
constexpr double kMinTitleShare = 0.2;       // of the articles with the word, have it in the title

/// The newest articles published in a range.
MatchPtr newest_of(query::DateRange range, ExploreInIndex& index) {
  if (const auto oldest = index.date_of_newest(match_dates(range), kMaxArticles)) range.after = *oldest;
  return match_dates(range);
}

/// Whether a word is worth showing: not a number, and not a piece of a longer name, as "of-experts" is.
bool is_nameable(std::string_view term) {
  const auto first = static_cast<unsigned char>(term.front());
  if (first < 0x80 && !(first >= 'a' && first <= 'z')) return false;
  const std::string_view begin = term.substr(0, term.find('-')), end = term.substr(term.rfind('-') + 1);
  const bool is_piece = text::is_stop_word(begin) || text::is_stop_word(end) || end.empty();
  return term.size() >= kMinTermLetters && !is_piece && !term.contains('/');
}

/// The articles that count: those of one source no more than those of all others, or one blog's series would be a
/// trend.
std::size_t counted_articles(const std::vector<TermCount>& sources) {
  std::size_t sum = 0, largest = 0;
  for (const TermCount& source : sources) {
    sum += source.articles;
    largest = std::max(largest, source.articles);
  }
  return sum - largest + std::min(largest, sum - largest);
}

/// Dunning's log-likelihood ratio (1993) of a word in `inside` of `window` articles against `outside` of `others`.
double significance(double inside, double window, double outside, double others) {
  const double rate = (inside + outside) / (window + others);
  const auto part = [](double seen, double expected) { return seen > 0 ? seen * std::log(seen / expected) : 0.0; };
  return 2 * (part(inside, window * rate) + part(outside, others * rate));
}

/// A word of several titles of the window.
struct RisingWord {
  std::string word;
  std::size_t titles = 0;
  WordUses uses = {};
  double times_usual = 0, significance = 0;
};

/// Sets how much more than usual a word is used; whether that is enough.
bool is_rising(RisingWord& one, double window, double others, TermStatistics& statistics) {
  const auto all_inside = static_cast<double>(one.uses.articles);
  // Words of style become frequent, too, but not in titles.
  const bool is_of_titles = static_cast<double>(one.titles) >= kMinTitleShare * all_inside;
  if (one.uses.articles < kMinArticles || one.uses.sources.size() < kMinSources || !is_of_titles) return false;
  const double outside = static_cast<double>(statistics.df(one.word)) - all_inside;
  if (outside > kMaxUsualShare * others) return false;
  const auto inside = static_cast<double>(counted_articles(one.uses.sources));
  const double usual = (outside + 0.5) / (others + 1); // never zero, so that a new word has a finite rise
  one.times_usual = inside / window / usual;
  one.significance = significance(inside, window, outside, others);
  return one.times_usual >= kMinRise && one.significance >= kMinSignificance;
}

/// Leaves out words that many sources used before the window: they are no news, however often they come now.
void erase_ordinary(std::vector<RisingWord>& words, const MatchPtr& before, ExploreInIndex& index) {
  std::size_t sources = 0;
  index.terms().for_each_value("source", before, [&](std::string_view, std::size_t) { ++sources; });
  if (sources < kManySources || words.empty()) return;
  std::vector<std::string> asked;
  for (const RisingWord& one : words) asked.push_back(one.word);
  const std::vector<WordUses> uses = index.uses(asked, before);
  std::vector<RisingWord> kept;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto users = static_cast<double>(uses[i].sources.size());
    if (users <= kMaxUsualSources * static_cast<double>(sources)) kept.push_back(std::move(words[i]));
  }
  words = std::move(kept);
}

/// The words that are used more than usual, the most significant first.
std::vector<RisingWord> rising_words(const MatchPtr& within, const MatchPtr& before, ExploreInIndex& index) {
  std::vector<RisingWord> words;
  std::vector<std::string> asked;
  for (const auto& [word, titles] : index.title_words(within, kMinArticles)) {
    if (!is_nameable(word)) continue;
    words.push_back({word, titles});
    asked.push_back(word);
  }
  std::vector<WordUses> uses = index.uses(asked, within);
  for (std::size_t i = 0; i < words.size(); ++i) words[i].uses = std::move(uses[i]);
  const auto window = static_cast<double>(index.terms().count(within));
  const double others = static_cast<double>(index.terms().articles()) - window;
  std::erase_if(words, [&](RisingWord& one) { return !is_rising(one, window, others, index.terms()); });
  erase_ordinary(words, before, index);
  // Of equal ones the longest first: the parts of a name come where it does.
  std::ranges::sort(words, [](const RisingWord& a, const RisingWord& b) {
    if (a.significance != b.significance) return a.significance > b.significance;
    return a.word.size() != b.word.size() ? a.word.size() > b.word.size() : a.word < b.word;
  });
  return words;
}

/// The first `limit` words that are neither another form nor a part of one before: "offs" of "trade-offs".
void keep_different(std::vector<RisingWord>& words, std::size_t limit) {
  text::Stemmer stemmer;
  std::set<std::string> stems;
  std::vector<RisingWord> kept;
  for (RisingWord& one : words) {
    if (kept.size() == limit) break;
    const bool is_part = std::ranges::any_of(kept, [&](const RisingWord& listed) {
      return listed.word.starts_with(one.word + "-") || listed.word.ends_with("-" + one.word);
    });
    if (is_part) continue;
    std::string letters = one.word;
    std::erase(letters, '-');
    if (stems.insert(stemmer.stem(letters)).second) kept.push_back(std::move(one));
  }
  words = std::move(kept);
}

/// The articles with the most significant words.
std::vector<std::uint32_t> articles_with(const std::vector<RisingWord>& words, const MatchPtr& within,
                                         std::size_t limit, ExploreInIndex& index) {
  SimilarityQuestion question{{}, within};
  for (const RisingWord& one : words) question.terms.push_back({one.word, one.significance});
  std::vector<SimilarArticle> found = index.similar(question);
  std::ranges::stable_sort(found, std::greater(), &SimilarArticle::score);
  const std::size_t per_source = std::max<std::size_t>(2, limit / 3);
  std::map<std::string, std::size_t> shown;
  std::vector<std::uint32_t> documents;
  for (const SimilarArticle& one : found) {
    if (documents.size() == limit) break;
    const std::vector<std::string> sources = index.sources_of(one.document);
    if (sources.empty() || ++shown[sources.front()] <= per_source) documents.push_back(one.document);
  }
  return documents;
}

} // namespace

TrendingArticles trending_articles(ExploreInIndex& index, std::chrono::seconds window, std::size_t limit, Moment now) {
  const Moment begin = now - window + std::chrono::seconds{1};
  const MatchPtr within = newest_of({begin, now + std::chrono::seconds{1}}, index);
  std::vector<RisingWord> words = rising_words(within, newest_of({std::nullopt, begin}, index), index);
  keep_different(words, limit);
  TrendingArticles out;
  if (words.empty()) return out;
  out.documents = articles_with(words, within, limit, index);
  for (RisingWord& one : words) {
    TrendingTerm& shown = out.terms.emplace_back(one.word, one.uses.articles, one.times_usual);
    for (TermCount& source : one.uses.sources) shown.sources.push_back(std::move(source.word));
  }
  return out;
}

} // namespace trawl::search
