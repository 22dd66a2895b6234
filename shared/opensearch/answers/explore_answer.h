// SPDX-License-Identifier: GPL-3.0-or-later
/// The requests besides searches: single articles, completions, related articles, trends, sources and statistics.
#pragma once

#include "shared/opensearch/session.h"
#include "shared/search/response.h"

#include <chrono>
#include <cstddef>
#include <string_view>
#include <vector>

namespace trawl::opensearch {

/// Like search::SearchEngine::article: by the article's id or an alias. NotFound.
Result<search::Hit> answer_article(std::string_view id, const Session& session);

/// Whether an id that no article has is that of a removed one.
Result<bool> answer_is_removed(std::string_view id, const Session& session);

/// Like search::SearchEngine::related.
Result<search::RelatedResponse> answer_related(std::string_view id, std::size_t limit, const Session& session);

/// Like search::SearchEngine::suggest.
Result<search::SuggestResponse> answer_suggest(std::string_view typed, std::size_t limit, const Session& session);

/// Like search::SearchEngine::trending.
Result<search::Trending> answer_trending(std::chrono::seconds window, std::size_t limit, Moment now,
                                         const Session& session);

/// Like search::SearchEngine::sources.
Result<search::SourcesResponse> answer_sources(const Session& session);

/// Like search::SearchEngine::stats. The cluster does not count its terms, so their number is 0.
Result<search::IndexStats> answer_stats(const Session& session);

} // namespace trawl::opensearch
