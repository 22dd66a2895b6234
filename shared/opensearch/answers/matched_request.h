// SPDX-License-Identifier: GPL-3.0-or-later
/// The first half of a search: from the request to its plan and the number of articles that match.
#pragma once

#include "shared/opensearch/session.h"
#include "shared/search/answer/highlight_terms.h"
#include "shared/search/plan/query_plan.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::opensearch {

struct MatchedRequest {
  search::QueryPlan plan;
  std::map<std::string, search::MatchPtr, std::less<>> filters; ///< by field
  search::HighlightTerms marks;
  std::map<std::string, double, std::less<>> title_factors; ///< by stem: see scored_query
  std::vector<std::string> preferred_languages;             ///< whose articles get a bonus; empty: none
  std::size_t total = 0;
  static constexpr bool is_exact = true; ///< a cluster that leaves something out does not answer
  std::size_t total_fewer_words = 0;
  std::vector<search::Warning> warnings;
  std::optional<search::DidYouMean> did_you_mean;
  std::optional<search::Correction> correction;
};

/// Plans the request and counts the articles that match. If almost no article has all words, also checks for another
/// spelling that was probably meant. `assume` gets the probable outcome as soon as only numbers
/// are missing.
Result<MatchedRequest> match_request(const search::SearchRequest& request, const Session& session, Moment now,
                                     const std::function<void(const MatchedRequest& likely)>& assume);

} // namespace trawl::opensearch
