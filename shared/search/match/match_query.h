// SPDX-License-Identifier: GPL-3.0-or-later
/// The set of documents that match a query. Matching decides the set; ranking (shared/search/rank/ranking.h) only
/// orders it.
#pragma once

#include "shared/base/result.h"
#include "shared/query/parse_query.h"
#include "shared/search/index_view.h"
#include "shared/search/match/doc_set.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace trawl::search {

struct MatchResult {
  DocSet documents;
  std::optional<std::size_t> all_words; ///< how many of them contain every word; empty for a query without words
  std::vector<Warning> warnings;        ///< expansion_cut, fewer_words, …
  bool is_exact = true;                 ///< false if time ran out: a warning says where, and documents are missing
  DocSet with_all_words = {};           ///< those of the documents, if they are not all
};

/// The documents that match the query's tree, before any filter, those of the query included. The warnings say what was
/// relaxed. Timeout.
Result<MatchResult> match_query(const query::ParsedQuery& query, const IndexView& view, MatchMode mode,
                                Deadline deadline);

} // namespace trawl::search
