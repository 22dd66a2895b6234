// SPDX-License-Identifier: GPL-3.0-or-later
/// Builds OpenSearch queries as JSON values, and combines them.
#pragma once

#include "shared/opensearch/client.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::opensearch {

/// Documents that have exactly this term.
Json term_query(std::string_view field, std::string_view term);
Json terms_query(std::string_view field, const std::vector<std::string>& terms);

Json prefix_query(std::string_view field, std::string_view prefix);

Json everything();
Json nothing();

/// Documents that match at least one, or `least`; no documents if `queries` is empty.
Json any_query(std::vector<Json> queries, std::size_t least = 1);
/// Documents that match all; every document if `queries` is empty.
Json all_query(std::vector<Json> queries);
Json not_query(Json query);

/// Documents in which the terms follow each other, each at most `distance` words after the previous one, or are
/// parts of one word.
Json sequence_query(std::string_view field, const std::vector<std::string>& terms, int distance);

/// Documents with all terms, in any order, with at most `distance` between the first and the last.
Json near_query(std::string_view field, const std::vector<std::string>& terms, int distance);

} // namespace trawl::opensearch
