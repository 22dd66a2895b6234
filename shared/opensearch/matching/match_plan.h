// SPDX-License-Identifier: GPL-3.0-or-later
/// Which articles a query finds, by the rules of shared/search/match, as a query of the cluster. What those rules look
/// up in the index (whether a word is there, how many articles have how many of the words) is asked of the cluster
/// first.
#pragma once

#include "shared/opensearch/session.h"
#include "shared/query/parse_query.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <functional>
#include <vector>

namespace trawl::opensearch {

struct MatchPlan {
  Json query;     ///< finds what the query's tree matches, before any filter
  Json all_words; ///< finds those that have all words
  std::vector<search::Warning> warnings;
};

/// `assume` gets the query for all words before the articles with fewer of them are counted, if that is most likely
/// what is found.
Result<MatchPlan> plan_match(const query::ParsedQuery& query, search::MatchMode mode, const Session& session,
                             const std::function<void(const Json& query)>& assume);

} // namespace trawl::opensearch
