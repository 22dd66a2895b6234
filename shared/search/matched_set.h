// SPDX-License-Identifier: GPL-3.0-or-later
/// The first half of a search: from the request to the set of documents that it finds.
#pragma once

#include "shared/search/deadline.h"
#include "shared/search/facets/filters.h"
#include "shared/search/match/matcher.h"
#include "shared/search/plan/query_plan.h"
#include "shared/search/request.h"
#include "shared/search/response.h"
#include "shared/search/snapshot.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace trawl::search {

/// The documents of a request, not ordered yet.
struct MatchedSet {
  QueryPlan plan;
  std::unique_ptr<Matcher> matcher;  ///< which knows what it has found
  FilteredSet documents;             ///< that match the query and pass the filters
  DocSet listed;                     ///< the same, and those with fewer words that are listed too
  std::size_t total = 0;             ///< of `documents`
  std::size_t total_fewer_words = 0; ///< how many more are in `listed`
  std::vector<Warning> warnings;
  bool is_exact = true; ///< false if time ran out: documents are missing, and a warning says so
};

/// Plans the request, looks for what it matches and applies the filters. BadQuery with `strict`, Timeout.
Result<MatchedSet> match_request(const SearchRequest& request, const Snapshot& snapshot, Moment now, Deadline deadline);

} // namespace trawl::search
