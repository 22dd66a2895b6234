// SPDX-License-Identifier: GPL-3.0-or-later
/// The first half of a search: from the request to what the cluster is asked for.
#pragma once

#include "shared/opensearch/session.h"
#include "shared/search/answer/highlight_terms.h"
#include "shared/search/plan/query_plan.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace trawl::opensearch {

struct PlannedSearch {
  search::QueryPlan plan;
  std::map<std::string, search::MatchPtr, std::less<>> filters; ///< by field
  search::HighlightTerms marks;
  std::vector<search::Warning> warnings;
};

/// `found_nothing`: as it was planned before, nothing was found; the words of its names and phrases are looked for.
Result<PlannedSearch> plan_search(const search::SearchRequest& request, const Session& session, Moment now,
                                  bool found_nothing = false);

/// `q` with the words that no article has replaced by the nearest ones that the cluster's suggester knows; nullopt if
/// there are none.
Result<std::optional<std::string>> respelt(const std::string& q, const Session& session);

} // namespace trawl::opensearch
