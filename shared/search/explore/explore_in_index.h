// SPDX-License-Identifier: GPL-3.0-or-later
/// What suggestions, related articles and trends ask of a snapshot beside its terms.
#pragma once

#include "shared/search/match/matcher.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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

  std::vector<Weighted> terms; ///< rarest first; the last ones may be left out if they are frequent
  MatchPtr within;
  std::size_t least_shared = 1; ///< terms that an article has
  /// Whether a term counts more where it occurs more often in fewer words; else each counts its weight.
  bool by_frequency = false;
};

/// An article, by its number in the index.
struct SimilarArticle {
  std::uint32_t document = 0;
  float score = 0; ///< the sum of its terms
};

/// For one request. Borrows the view.
class ExploreInIndex {
 public:
  ExploreInIndex(const IndexView& view, Deadline deadline, Matcher::LabelOfSource label = {})
      : matcher_(view, deadline, std::move(label)) {}

  TermStatistics& terms() { return matcher_; }

  /// The newest articles that match, newest first.
  std::vector<TitledArticle> newest(const MatchPtr& match, std::size_t limit);

  /// About how many articles of `within` have the terms (of stems) side by side; 0 of next to none, but never some
  /// where there are none. Compares positions in a few hundred articles at most, evenly spread among those with all
  /// terms.
  std::size_t articles_with_phrase(std::vector<std::string> terms, const MatchPtr& within);

  /// When the n-th newest of the articles that match was published; nullopt if there are fewer.
  std::optional<Moment> date_of_newest(const MatchPtr& match, std::size_t n);

  /// Words that begin with `prefix`, the most frequent first; those that no article of `among` has may be left out.
  std::vector<std::string> continuations(const std::string& prefix, const MatchPtr& among);

  /// The values of a field that have, when folded, a word that begins with `prefix`, and how many articles of `within`
  /// have them: the `limit` most frequent, equally frequent ones by value.
  std::vector<TermCount> values_with_word(std::string_view field, const std::string& prefix, const MatchPtr& within,
                                          std::size_t limit);

  /// The beginning of a word, one edit away from `word`, that the most articles have; nullopt if there is none.
  std::optional<std::string> nearest_beginning(const std::string& word);

  /// The words, as written, that at least `least` articles of `within` have in their titles, and how many have them.
  std::map<std::string, std::size_t> title_words(const MatchPtr& within, std::size_t least);

  /// Who uses each of the words in the articles of `within`.
  std::vector<WordUses> uses(const std::vector<std::string>& words, const MatchPtr& within);

  /// By ascending number; the least similar ones may be left out.
  std::vector<SimilarArticle> similar(const SimilarityQuestion& question);

  /// How near in meaning the articles that `similar` gave are to one of them, 0 to 1; 0 where nothing was learnt.
  std::vector<double> nearness(std::uint32_t document, const std::vector<SimilarArticle>& articles);

  /// The sources of an article: first its own, then those of its copies.
  std::vector<std::string> sources_of(std::uint32_t document);

  /// The mean number of words of an article.
  double average_words() { return columns().average_words; }

  /// Whether something may be missing because time ran out.
  bool is_cut() { return matcher_.is_over() || !matcher_.is_exact(); }

 private:
  const index::Columns& columns() const { return matcher_.view().columns; }

  Matcher matcher_;
};

} // namespace trawl::search
