// SPDX-License-Identifier: GPL-3.0-or-later
/// What is asked around a search: completions, related articles, what is rising, and what there is.
#pragma once

#include "shared/opensearch/session.h"
#include "shared/search/response.h"

#include <chrono>
#include <cstddef>
#include <string_view>
#include <vector>

namespace trawl::opensearch {

/// As search::SearchEngine::article: by its id, or another that leads to it. NotFound.
Result<search::Hit> answer_article(std::string_view id, const Session& session);

/// As search::SearchEngine::is_removed.
Result<bool> answer_is_removed(std::string_view id, const Session& session);

/// As search::SearchEngine::related.
Result<std::vector<search::Hit>> answer_related(std::string_view id, std::size_t limit, const Session& session);

/// As search::SearchEngine::suggest.
Result<std::vector<search::Suggestion>> answer_suggest(std::string_view typed, std::size_t limit,
                                                       const Session& session);

/// As search::SearchEngine::trending.
Result<search::Trending> answer_trending(std::chrono::seconds window, std::size_t limit, Moment now,
                                         const Session& session);

/// As search::SearchEngine::sources.
Result<std::vector<search::SourceStatus>> answer_sources(const Session& session);

/// As search::SearchEngine::stats. The cluster does not count its terms, so their number is 0.
Result<search::IndexStats> answer_stats(const Session& session);

} // namespace trawl::opensearch
