// SPDX-License-Identifier: GPL-3.0-or-later
/// What a client may ask of a search, from parameters: the same names in a query string and in a JSON body.
/// The table of names and limits is docs/http-api.md and schema/search-request.schema.json.
#pragma once

#include "shared/api/request/parameters.h"
#include "shared/api/response/json_options.h"
#include "shared/search/request.h"

#include <string>

namespace trawl::api {

struct ApiRequest {
  search::SearchRequest search;
  JsonOptions json;
};

/// Every parameter of /v1/search. `now` resolves `since`, which is rounded down (to the minute for hours, to the day
/// otherwise), so that equal requests within that time are equal. All that is wrong is told at once.
Answer<ApiRequest> read_search_request(const Parameters& parameters, Moment now);

/// What /v1/facets/{field} is asked.
struct FacetRequest {
  ApiRequest search;
  std::string prefix; ///< of a word of a value or its label
};

/// The parameters of a search that choose articles or say how values are listed, and `prefix`. The rest is about hits,
/// of which there are none here.
Answer<FacetRequest> read_facet_request(const Parameters& parameters, Moment now);

/// A search as a feed: newest first and fifty of them, unless the request says otherwise.
Answer<ApiRequest> read_feed_request(const Parameters& parameters, Moment now);

/// Equal for requests that mean the same, whatever their spelling and order; what an ETag hashes.
std::string canonical_form(const ApiRequest& request);

} // namespace trawl::api
