// SPDX-License-Identifier: GPL-3.0-or-later
/// The first half of a search: from the request to the queries that find its articles.
#pragma once

#include "shared/opensearch/session.h"
#include "shared/query/parse_query.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace trawl::opensearch {

struct MatchedRequest {
  search::SearchRequest request; ///< as searched, after a correction
  query::ParsedQuery query;
  search::Filters filters;                                 ///< of the request and of the query together
  Json match;                                              ///< finds what the query matches, before the filters
  std::map<std::string, Json, std::less<>> filter_queries; ///< by field
  std::size_t total = 0;
  std::optional<std::size_t> total_all_words;
  std::vector<search::Warning> warnings;
  std::optional<search::DidYouMean> did_you_mean;
  std::optional<search::Correction> correction;
};

/// Parses the query and counts the articles that match. If almost no article has all words, also checks for another
/// spelling that was probably meant. BadQuery with `strict`. `assume` gets the probable outcome as soon as only the
/// counts are missing.
Result<MatchedRequest> match_request(const search::SearchRequest& request, const Session& session, Moment now,
                                     const std::function<void(const MatchedRequest& likely)>& assume);

} // namespace trawl::opensearch
