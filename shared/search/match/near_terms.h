// SPDX-License-Identifier: GPL-3.0-or-later
/// The words of a snapshot near a word that may be misspelt.
#pragma once

#include "shared/search/index_view.h"
#include "shared/search/plan/term_statistics.h"

#include <optional>
#include <string>
#include <vector>

namespace trawl::search {

/// As TermStatistics::near. One edit away: looks up about 75 words for each letter. Two edits
/// away: reads all words that begin with the same `prefix` letters.
std::vector<TermCount> near_terms(const IndexView& view, const std::string& folded, const NearWordsWanted& wanted,
                                  Budget& budget);

/// The beginning of a word of the index, one edit away from `folded`, that the most articles have; nullopt if there is
/// none.
std::optional<std::string> nearest_beginning(const IndexView& view, const std::string& folded, Budget& budget);

} // namespace trawl::search
