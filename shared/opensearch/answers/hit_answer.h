// SPDX-License-Identifier: GPL-3.0-or-later
/// Hits: articles from the cluster, with marks and passages computed here from their stored texts.
#pragma once

#include "shared/article/article_record.h"
#include "shared/opensearch/session.h"
#include "shared/search/answer/highlight.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::opensearch {

/// The parts of a document that a hit needs.
Json source_parts(ArticlePart part);

/// The hit of one document: without marks and passages.
Result<search::Hit> plain_hit(const Json& document, const Session& session);

/// The hits of an answer, in its order.
Result<std::vector<search::Hit>> plain_hits(const Json& answer, const Session& session);

/// What a search needs of the documents of a page.
ArticlePart part_of(const search::SearchRequest& request);

/// The hit of one document, with marks, passages and score.
Result<search::Hit> marked_hit(const Json& document, const search::Highlighter& marks,
                               const search::SearchRequest& request, const Session& session);

} // namespace trawl::opensearch
