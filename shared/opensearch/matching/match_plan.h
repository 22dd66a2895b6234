// SPDX-License-Identifier: GPL-3.0-or-later
/// Translates a query, by the rules of shared/search/match, into an OpenSearch query for the articles that match. What
/// these rules need to know about the index (whether a word exists, how many articles have how many of the words) is
/// requested from the cluster first.
#pragma once

#include "shared/opensearch/session.h"
#include "shared/query/parse_query.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <functional>
#include <vector>

namespace trawl::opensearch {

struct MatchPlan {
  Json query;     ///< finds the matches of the query's tree, before any filter
  Json all_words; ///< finds the articles that have all words
  std::vector<search::Warning> warnings;
};

/// `assume` gets the query for all words before articles with fewer words are counted, if it will probably be the final
/// query.
Result<MatchPlan> plan_match(const query::ParsedQuery& query, search::MatchMode mode, const Session& session,
                             const std::function<void(const Json& query)>& assume);

} // namespace trawl::opensearch
