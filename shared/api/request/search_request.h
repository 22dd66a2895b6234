// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads the parameters of a search. Names and limits are listed in schema/openapi.json.
#pragma once

#include "shared/api/engine/trends.h"
#include "shared/api/request/parameters.h"
#include "shared/api/response/json_options.h"
#include "shared/search/request.h"

#include <string>
#include <string_view>

namespace trawl::api {

/// A search and how to write its answer.
struct ParsedSearch {
  search::SearchRequest search;
  JsonOptions json;
};

/// The primary subtag of the first language of an Accept-Language header, which is the reader's preferred one in every
/// browser. Empty if there is none.
std::string first_language(std::string_view accept_language);

/// Reads every parameter of /v1/search and reports all errors at once. `since` is resolved against `now` and rounded
/// down, to the minute for hours and to the day otherwise, so that equal requests within that time are equal.
/// `reader_language`: that of the client's Accept-Language, or empty.
Answer<ParsedSearch> read_search_request(const Parameters& parameters, Moment now, std::string reader_language = {});

/// The parameters of /v1/facets/{field}.
struct FacetRequest {
  ParsedSearch search;
  std::string prefix; ///< list only values in which, or in whose label, a word begins with this
};

/// Reads `prefix` and the search parameters that select articles or say how values are listed.
Answer<FacetRequest> read_facet_request(const Parameters& parameters, Moment now);

/// Reads the parameters of /v1/facets/date: a search that counts days and shows no hits.
Answer<ParsedSearch> read_date_facet_request(const Parameters& parameters, Moment now);

/// At most so many queries.
inline constexpr std::size_t kMaxTrends = 20;

/// Reads `q`, which may be repeated, `by`, and the parameters of /v1/facets/date that select articles.
Answer<TrendsRequest> read_trends_request(const Parameters& parameters, Moment now);

/// Reads a search for a feed: newest first and 50 items, unless the request says otherwise.
Answer<ParsedSearch> read_feed_request(const Parameters& parameters, Moment now, std::string reader_language = {});

/// Equal for requests with the same meaning, whatever their spelling and order, and only for those. Parameters relative
/// to `now` (q=since:12h, recency) are written as points in time.
std::string canonical_form(const ParsedSearch& request, Moment now);
/// The rising terms depend on the time, too.
std::string canonical_form(const TrendsRequest& request, Moment now);

} // namespace trawl::api
