// SPDX-License-Identifier: GPL-3.0-or-later
/// Which word was meant by one word of a query, judged by the index and by the query's other words.
/// docs/decisions/0016-typos.md has the rule.
#pragma once

#include "shared/search/plan/near_words.h"
#include "shared/search/plan/term_statistics.h"
#include "shared/text/stemmer.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace trawl::search {

/// A word of a query.
struct TypedWord {
  std::string folded;
  std::size_t begin = 0, end = 0;      ///< in bytes of the query
  bool is_wanted = true;               ///< articles are to contain it
  std::vector<std::string> parts = {}; ///< of a word with a sign inside (att?ntion), which `folded` has without it
  std::string first_name = {};         ///< of a word that is written like a family name: the word before it
};

/// For one query. Borrows the words and the statistics.
class WordCorrector {
 public:
  WordCorrector(std::span<const TypedWord> words, TermStatistics& statistics)
      : words_(words), statistics_(statistics) {}

  /// The word that was meant; nullopt if the word is as likely right. Once time is up, no word is wrong.
  std::optional<std::string> correction_of(const TypedWord& word);

 private:
  /// A word that may have been meant, and what speaks for it.
  struct Suspect {
    const NearWord* word = nullptr; ///< null: nothing does
    std::size_t articles = 0;       ///< that have it together with the other words
    double score = 0;
  };

  std::string stem_term(const std::string& folded) { return "Z" + stemmer_.stem(folded); }
  std::size_t articles_together(const TypedWord& word, const std::string& folded, const MatchPtr& others);
  bool is_absurdly_rare(const TypedWord& word, std::size_t articles, const NearWord& near, const MatchPtr& others);
  bool may_be_rare(const TypedWord& word);
  std::vector<NearWord> words_meant_by_known(const TypedWord& word);
  std::vector<NearWord> words_meant_by_unknown(const TypedWord& word);
  Suspect likeliest(const TypedWord& word, const std::vector<NearWord>& near, const MatchPtr& others);
  MatchPtr articles_with_others(const TypedWord& word);

  std::span<const TypedWord> words_;
  TermStatistics& statistics_;
  text::Stemmer stemmer_;
  const TypedWord* others_of_ = nullptr; ///< the word that `others_` was made for last
  MatchPtr others_;
};

} // namespace trawl::search
