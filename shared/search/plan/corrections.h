// SPDX-License-Identifier: GPL-3.0-or-later
/// Spelling correction with the words and values of the index. docs/decisions/0016-typos.md has the rule.
#pragma once

#include "shared/search/plan/term_statistics.h"
#include "shared/search/request.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::search {

/// `q` with each word and filter value that is probably misspelt replaced by the nearest one that the index has, and
/// everything else as typed; nullopt if nothing changes. The caller checks that the corrected query finds more.
/// Once time is up, no word is misspelt.
std::optional<std::string> corrected_query(std::string_view q, TermStatistics& statistics);

/// What a spelling finds. Articles with fewer than all words say nothing about it.
struct SpellingFinds {
  std::size_t all_words = 0; ///< articles with all words of the query
  bool is_exact = true;
};

/// Which spelling of a query is searched for.
enum class SpellingChoice {
  AsTyped,
  Offered,   ///< as typed; the other one is offered
  Corrected, ///< the other one
};

/// Of a query as typed and of its correction: the other one instead, if no article has all words as typed and the
/// reader did not insist.
SpellingChoice choose_spelling(const SearchRequest& request, const SpellingFinds& typed, const SpellingFinds& other);

/// Whether another spelling is looked for at all.
bool may_be_misspelt(const SearchRequest& request, const SpellingFinds& typed);

} // namespace trawl::search
