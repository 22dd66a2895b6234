// SPDX-License-Identifier: GPL-3.0-or-later
/// Queries of OpenSearch as JSON values, and how they combine.
#pragma once

#include "shared/opensearch/client.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::opensearch {

/// What has exactly this term.
Json term_query(std::string_view field, std::string_view term);
Json terms_query(std::string_view field, const std::vector<std::string>& terms);

Json everything();
Json nothing();

/// At least one; nothing for none.
Json any_query(std::vector<Json> queries);
/// All; everything for none.
Json all_query(std::vector<Json> queries);
/// At least `least` of them, and `base`.
Json enough_of(const Json& base, const std::vector<Json>& queries, std::size_t least);
Json not_query(Json query);

/// The terms of a field that follow each other, each at most `distance` positions after the one before. Terms that
/// share a position, as the parts of a name do, follow each other too.
Json sequence_query(std::string_view field, const std::vector<std::string>& terms, int distance);

/// All terms, in any order, with at most `distance` between the first and the last.
Json near_query(std::string_view field, const std::vector<std::string>& terms, int distance);

} // namespace trawl::opensearch
