// SPDX-License-Identifier: GPL-3.0-or-later
/// The answers of the routes beside search and article as JSON: sources, statistics, suggestions, trends. Each ends
/// with warnings and the state of the index (write_notes).
#pragma once

#include "shared/search/response.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::api {

/// GET /v1/sources: {"sources": […], "total": n, …}
std::string sources_json(const search::SourcesResponse& found);

/// GET /v1/sources/{id}: one of the sources, and what is to be said of all.
std::string source_json(const search::SourceStatus& source, const search::SourcesResponse& found);

/// GET /v1/stats: the size and state of the index.
std::string stats_json(const search::IndexStats& stats);

/// GET /v1/suggest: {"q": …, "suggestions": [{"kind", "text", "value", "count"}], …}
std::string suggest_json(std::string_view typed, const search::SuggestResponse& found);

/// The OpenSearch Suggestions form (application/x-suggestions+json): [typed, [texts], [kinds]]. It has no place for
/// warnings.
std::string opensearch_suggestions(std::string_view typed, const std::vector<search::Suggestion>& suggestions);

/// GET /v1/trending: {"from", "to", "terms": […], "articles": […], …}
std::string trending_json(const search::Trending& trending);

} // namespace trawl::api
