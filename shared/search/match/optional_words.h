// SPDX-License-Identifier: GPL-3.0-or-later
/// The words of a query that the match mode may relax: for each, the documents that have it in some form.
#pragma once

#include "shared/query/tree.h"
#include "shared/search/match/node_matcher.h"
#include "shared/search/match/spelling_variants.h"
#include "shared/search/request.h"

#include <optional>
#include <vector>

namespace trawl::search {

/// A Word or Prefix node with the unit that was read from it.
struct WordUnit {
  const query::QueryTree* node = nullptr;
  QueryUnit unit;
  std::optional<DocSet> documents = {}; ///< those of a name, once they are known

  /// Whether it is a single word, not a name or a prefix.
  bool is_single_word() const { return node->kind == query::NodeKind::Word && unit.words.size() == 1; }
};

/// The words that carry meaning: all that are not stop words. If there are only stop words, all.
std::vector<WordUnit> content_words(const std::vector<const query::QueryTree*>& nodes, MatchContext& context);

/// Looks for the names (k-means). The words of those that no document has count like other words, and a warning says
/// so. A name that is the only word is looked for in other inflections only if no document has it as typed.
std::vector<WordUnit> with_known_names(std::vector<WordUnit> words, MatchContext& context);

/// One set per word: the documents with the word, another spelling of it, or a synonym.
std::vector<DocSet> match_words(const std::vector<WordUnit>& words, MatchContext& context);

/// A short cut for queries that need all of their words: intersects the posting lists, rarest first, and so skips most
/// of the long ones. nullopt if the mode, other spellings or synonyms ask for the sets of `match_words`, or if under
/// match=most too few documents have every word.
std::optional<DocSet> match_all_plain_words(const std::vector<WordUnit>& words, const DocSet& within, MatchMode mode,
                                            MatchContext& context);

} // namespace trawl::search
