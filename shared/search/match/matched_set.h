// SPDX-License-Identifier: GPL-3.0-or-later
/// The documents that a plan finds in a snapshot.
#pragma once

#include "shared/search/deadline.h"
#include "shared/search/match/filters.h"
#include "shared/search/match/matcher.h"
#include "shared/search/match/snapshot.h"
#include "shared/search/plan/query_plan.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace trawl::search {

/// The documents of a request, not ordered yet.
struct MatchedSet {
  QueryPlan plan;
  std::unique_ptr<Matcher> matcher;   ///< which knows what it has found
  const Snapshot* snapshot = nullptr; ///< borrowed
  FilteredSet documents;              ///< that match the query and pass the filters
  DocSet listed;                      ///< the same, and those with fewer words that are listed too
  std::size_t total = 0;              ///< of `documents`
  std::size_t total_fewer_words = 0;  ///< how many more are in `listed`
  std::vector<Warning> warnings;
  bool is_exact = true;                   ///< false if time ran out: documents are missing, and a warning says so
  std::optional<DidYouMean> did_you_mean; ///< another spelling that finds more
  std::optional<Correction> correction;   ///< set if the plan has another query than was typed

  const SearchRequest& request() const { return plan.request; }
  const index::Columns& columns() const { return snapshot->columns(); }
  bool by_relevance() const { return plan.order == SortOrder::Relevance; }
  std::size_t total_listed() const { return total + total_fewer_words; }
};

/// Plans a request in its own spelling, and looks for that. Timeout.
Result<MatchedSet> match_request(const SearchRequest& request, const Snapshot& snapshot, Moment now, Deadline deadline);

/// The result of the corrected query if the typed one finds next to nothing and the corrected one finds more; else
/// `typed`. Requests can turn this off (as_typed).
MatchedSet in_best_spelling(MatchedSet typed, Deadline deadline);

} // namespace trawl::search
