// SPDX-License-Identifier: GPL-3.0-or-later
/// What a client may ask beside a search, from parameters: completions, what is rising, related articles. One reader
/// for the daemon's routes and for the command line, so that both know the same names and limits.
#pragma once

#include "shared/api/request/parameter_reader.h"

#include <array>
#include <chrono>
#include <string>
#include <string_view>

namespace trawl::api {

/// The fields whose values /v1/facets/{field} lists.
inline constexpr std::array<std::string_view, 6> kValueFields{"source", "tag",      "category",
                                                              "author", "language", "site"};

/// 404 for a field that has no values to list, with the nearest one that has.
Problem unknown_value_field(std::string_view field);

/// 410 for an article that was there once.
Problem removed_article();

struct TrendingRequest {
  std::chrono::seconds window{};
  std::size_t limit = 0;
};
Answer<TrendingRequest> read_trending_request(const Parameters& parameters);

struct SuggestRequest {
  std::string typed;
  std::size_t limit = 0;
  bool for_browser = false; ///< the OpenSearch form
};
Answer<SuggestRequest> read_suggest_request(const Parameters& parameters);

/// How many related articles: `limit` of /v1/articles/{id}/related (usually 8), `related` of /v1/articles/{id}
/// (usually none).
Answer<std::size_t> read_related_limit(const Parameters& parameters);
Answer<std::size_t> read_related_count(const Parameters& parameters);

} // namespace trawl::api
