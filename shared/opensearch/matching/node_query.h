// SPDX-License-Identifier: GPL-3.0-or-later
/// Translates the nodes of a query tree into OpenSearch queries, by the same rules as shared/search/match/nodes.
#pragma once

#include "shared/opensearch/client.h"
#include "shared/opensearch/matching/query_words.h"
#include "shared/query/tree.h"
#include "shared/search/match/spelling_variants.h"

#include <string_view>

namespace trawl::opensearch {

/// Where words are looked for.
enum class Place { Text, Title };

Json node_query(const query::QueryTree& node, Place place, QueryWords& words);

/// Documents with the unit in any spelling.
Json unit_query(const search::QueryUnit& unit, Place place);

/// Documents with the name as typed, or with its words as typed next to each other.
Json exact_name_query(const search::QueryUnit& unit);

/// Documents with the unit's words in the names of their authors, or in their tags.
Json in_names_query(const search::QueryUnit& unit);

} // namespace trawl::opensearch
