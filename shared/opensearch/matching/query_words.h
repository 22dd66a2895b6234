// SPDX-License-Identifier: GPL-3.0-or-later
/// The words of a query with their spellings in the index, as shared/search/match/spelling_variants.h has them for the
/// local index.
#pragma once

#include "shared/opensearch/session.h"
#include "shared/query/tree.h"
#include "shared/search/match/spelling_variants.h"
#include "shared/text/stemmer.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::opensearch {

/// The languages other than English whose stems matching looks for: that of the query if it can be detected, else those
/// of all articles. `plain_words`: the words of the query.
Result<std::vector<std::string>> matched_languages(std::string_view plain_words, const Session& session);

/// The words of one query.
class QueryWords {
 public:
  /// Looks up the words of all `trees`, in one request.
  static Result<QueryWords> look_up(const std::vector<const query::QueryTree*>& trees, std::string_view plain_words,
                                    const Session& session);

  /// The unit for a word, prefix or part of a phrase, with its other spellings.
  search::QueryUnit unit(const query::QueryTree& node);

  /// The stem of two neighbouring words written as one; empty if the index does not have it.
  std::string joined(const search::QueryUnit& left, const search::QueryUnit& right);

  std::vector<std::string> foreign_stems(std::string_view folded);

  /// The factor for the weight of a stem in the title: the cluster weighs a stem by its rarity in titles, the local
  /// index by its rarity in articles.
  double title_factor(const std::string& stem) const;
  text::Stemmer& stemmer() { return stemmer_; }

 private:
  QueryWords() = default;
  bool has(const std::string& word) const;
  void collect(const query::QueryTree& node, std::vector<std::string>& words, std::vector<std::string>& stems,
               std::vector<search::QueryWord>& neighbours);

  text::Stemmer stemmer_;
  std::vector<std::pair<std::string, text::Stemmer>> foreign_; ///< by language
  std::map<std::string, std::size_t, std::less<>> words_;      ///< articles with the word
  std::map<std::string, std::size_t, std::less<>> stems_;      ///< articles with the stem
  std::map<std::string, std::size_t, std::less<>> titles_;     ///< articles with the stem in the title
  std::size_t articles_ = 0;
};

} // namespace trawl::opensearch
