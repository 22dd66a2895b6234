// SPDX-License-Identifier: GPL-3.0-or-later
/// Other names for the words of a query: RAG for retrieval augmented generation (schema/synonyms.txt).
#pragma once

#include "shared/search/match/node_matcher.h"
#include "shared/search/match/optional_words.h"

#include <vector>

namespace trawl::search {

bool has_synonyms(const std::vector<WordUnit>& words);

/// Adds the documents that have a synonym of some of the words to the sets of these words. `sets` has one set per word.
void add_synonyms(const std::vector<WordUnit>& words, std::vector<DocSet>& sets, MatchContext& context);

} // namespace trawl::search
