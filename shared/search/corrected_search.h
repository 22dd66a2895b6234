// SPDX-License-Identifier: GPL-3.0-or-later
/// The matching of a request whose query may be misspelt: as typed, or corrected if that finds nothing.
#pragma once

#include "shared/search/matched_set.h"

#include <optional>

namespace trawl::search {

/// What a request found, and how its query was spelt to find it.
struct CorrectedSearch {
  SearchRequest request; ///< with the query that was searched for
  MatchedSet matched;
  std::optional<DidYouMean> did_you_mean; ///< another spelling that finds more
  std::optional<Correction> correction;   ///< set if `request` has another query than was typed
};

/// What was found as typed, or, if the rule of docs/decisions/0016-typos.md says so, by the request `other` with
/// another spelling: searched instead, or offered. If `other` could not be answered (time ran out), it is as if it were
/// not there.
CorrectedSearch with_other_spelling(CorrectedSearch typed, SearchRequest other, Result<MatchedSet> found);

/// Matches the request. If no article has all words of its query and another spelling has some, matches that instead,
/// unless the request says otherwise (as_typed, strict). BadQuery with `strict`, Timeout.
Result<CorrectedSearch> match_corrected(const SearchRequest& request, const Snapshot& snapshot, Moment now,
                                        Deadline deadline);

} // namespace trawl::search
