// SPDX-License-Identifier: GPL-3.0-or-later
/// Scores the articles that a query finds: OpenSearch's BM25 over stems, words of titles, exact forms and synonyms;
/// before them what the plan puts first, and articles with most of the words.
#pragma once

#include "shared/opensearch/answers/planned_search.h"

namespace trawl::opensearch {

/// The query that finds the articles of the query `match` and scores them. `now`: for the bonus for new articles.
Json scored_query(const PlannedSearch& planned, Json match, Moment now);

} // namespace trawl::opensearch
