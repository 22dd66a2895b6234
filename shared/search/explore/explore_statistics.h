// SPDX-License-Identifier: GPL-3.0-or-later
/// What suggestions, related articles and trends ask of an index beside its terms. Each engine answers these few
/// questions; what the answers mean is decided in this folder alone.
#pragma once

#include "shared/search/plan/term_statistics.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

struct TitledArticle {
  std::string id, title;
};

/// Which articles use a word.
struct WordUses {
  std::size_t articles = 0;
  std::vector<TermCount> sources = {}; ///< and how many of the articles each published; copies count
};

/// Terms with weights, and which articles that have them are wanted.
struct SimilarityQuestion {
  struct Weighted {
    std::string term;
    double weight = 0;
  };

  std::vector<Weighted> terms; ///< rarest first; an engine may leave out the last ones if they are frequent
  MatchPtr within;
  std::size_t least_shared = 1; ///< terms that an article has
  /// Whether a term counts more where it occurs more often in fewer words; else each counts its weight.
  bool by_frequency = false;
};

/// An article, by a number that the engine gives it for the length of a request.
struct SimilarArticle {
  std::uint32_t document = 0;
  float score = 0; ///< the sum of its terms
};

/// For one request. Like those of TermStatistics, the answers may be guesses at first.
class ExploreStatistics {
 public:
  virtual ~ExploreStatistics() = default;

  virtual TermStatistics& terms() = 0;

  /// The newest articles that match, newest first.
  virtual std::vector<TitledArticle> newest(const MatchPtr& match, std::size_t limit) = 0;

  /// How many articles of `within` have the terms (of stems) side by side; an engine may say about how many, and 0 of
  /// next to none, but never some where there are none.
  virtual std::size_t articles_with_phrase(std::vector<std::string> terms, const MatchPtr& within) {
    MatchPtr phrase = match_sequence(std::move(terms), 1);
    return this->terms().count(within == everything() ? phrase : match_all({within, std::move(phrase)}));
  }

  /// When the n-th newest of the articles that match was published; nullopt if there are fewer.
  virtual std::optional<Moment> date_of_newest(const MatchPtr& match, std::size_t n) = 0;

  /// Words that begin with `prefix`, the most frequent first; an engine may leave out those that no article of `among`
  /// has.
  virtual std::vector<std::string> continuations(const std::string& prefix, const MatchPtr& among) = 0;

  /// The values of a field that have, when folded, a word that begins with `prefix`, and how many articles of `within`
  /// have them: the `limit` most frequent, equally frequent ones by value.
  virtual std::vector<TermCount> values_with_word(std::string_view field, const std::string& prefix,
                                                  const MatchPtr& within, std::size_t limit) = 0;

  /// The beginning of a word, one edit away from `word`, that the most articles have; nullopt if there is none.
  virtual std::optional<std::string> nearest_beginning(const std::string& word) = 0;

  /// The words, as written, that at least `least` articles of `within` have in their titles, and how many have them; an
  /// engine may leave out the less frequent ones.
  virtual std::map<std::string, std::size_t> title_words(const MatchPtr& within, std::size_t least) = 0;

  /// Who uses each of the words in the articles of `within`.
  virtual std::vector<WordUses> uses(const std::vector<std::string>& words, const MatchPtr& within) = 0;

  /// By ascending number; an engine may leave out the least similar ones.
  virtual std::vector<SimilarArticle> similar(const SimilarityQuestion& question) = 0;

  /// How near in meaning the articles that `similar` gave are to one of them, 0 to 1; 0 where nothing was learnt.
  virtual std::vector<double> nearness(std::uint32_t, const std::vector<SimilarArticle>& articles) {
    return std::vector<double>(articles.size());
  }

  /// The sources of an article that `similar` gave: first its own, then those of its copies.
  virtual std::vector<std::string> sources_of(std::uint32_t document) = 0;

  /// The mean number of words of an article.
  virtual double average_words() = 0;

  /// The most terms of one article whose df is asked for: few articles have more.
  virtual std::size_t most_terms() const { return 1'000; }
};

} // namespace trawl::search
