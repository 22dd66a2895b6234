// SPDX-License-Identifier: GPL-3.0-or-later
/// One search in the cluster.
#pragma once

#include "shared/opensearch/session.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <string_view>

namespace trawl::opensearch {

/// Like search::SearchEngine::search.
Result<search::SearchResponse> answer_search(const search::SearchRequest& typed, const Session& session, Moment now);

/// Like search::SearchEngine::facet_values.
Result<search::FacetResponse> answer_facet_values(std::string_view field, const search::SearchRequest& request,
                                                  std::string_view prefix, const Session& session, Moment now);

} // namespace trawl::opensearch
