// SPDX-License-Identifier: GPL-3.0-or-later
/// One search on one snapshot: parse, match, filter, order, show, count.
#pragma once

#include "shared/search/facets/filters.h"
#include "shared/search/query.h"
#include "shared/search/request.h"
#include "shared/search/response.h"
#include "shared/search/snapshot.h"

namespace trawl::search {

/// A query understood, and what it finds.
struct Found {
  ParsedQuery parsed;
  Filters filters; ///< of the request and of the query together
  DocSet match;    ///< before the filters
  Filtered filtered;
  std::size_t total = 0;
  std::optional<std::size_t> total_all_words;
  std::vector<Warning> warnings;
};

/// BadQuery with `strict`, Timeout. Exceptions of Xapian pass through.
Result<Found> find_documents(const SearchRequest& request, const Snapshot& snapshot, Moment now, Deadline deadline);

/// The whole answer. Usage for a bad cursor, BadQuery, Timeout. Exceptions of Xapian pass through.
Result<SearchResponse> run_search(const SearchRequest& request, const Snapshot& snapshot, CachedRankings& orders,
                                  Moment now, Deadline deadline);

} // namespace trawl::search
