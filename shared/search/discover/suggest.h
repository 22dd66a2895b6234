// SPDX-License-Identifier: GPL-3.0-or-later
/// Completions while typing: articles by the words of their titles, phrases that several titles share, words of the
/// index, tags, authors and sources.
#pragma once

#include "shared/search/plan/term_statistics.h"
#include "shared/search/response.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

struct TitledArticle {
  std::string id, title;
};

/// What suggestions ask of an index beside its terms. Like these, the answers may be guesses at first.
class SuggestStatistics {
 public:
  virtual ~SuggestStatistics() = default;

  virtual TermStatistics& terms() = 0;

  /// The newest articles that match, newest first.
  virtual std::vector<TitledArticle> newest(const MatchPtr& match, std::size_t limit) = 0;

  /// Words that begin with `prefix`, the most frequent first; an engine may leave out those that no article of `among`
  /// has.
  virtual std::vector<std::string> continuations(const std::string& prefix, const MatchPtr& among) = 0;

  /// The values of a field that have, when folded, a word that begins with `prefix`, and how many articles of `within`
  /// have them: the `limit` most frequent, equally frequent ones by value.
  virtual std::vector<TermCount> values_with_word(std::string_view field, const std::string& prefix,
                                                  const MatchPtr& within, std::size_t limit) = 0;

  /// The beginning of a word, one edit away from `word`, that the most articles have; nullopt if there is none.
  virtual std::optional<std::string> nearest_beginning(const std::string& word) = 0;
};

/// At most `limit` suggestions of mixed kinds, best first within a kind; but sources and authors whose whole name was
/// typed, in any case and with or without accents, come before all others. The last word of `typed` is taken as a
/// prefix. Filters in `typed` are kept, and only articles that pass them count. If nothing goes on like this, a
/// spelling that was probably meant is completed. Empty for fewer than two letters. Incomplete once time is up.
std::vector<Suggestion> suggest(std::string_view typed, SuggestStatistics& index, std::size_t limit);

} // namespace trawl::search
