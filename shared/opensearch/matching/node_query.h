// SPDX-License-Identifier: GPL-3.0-or-later
/// The nodes of a query tree as queries of the cluster, by the same rules as shared/search/match/nodes.
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

/// What has a unit in any spelling.
Json unit_query(const search::QueryUnit& unit, Place place);

/// What has a name as typed, or its words in these forms.
Json exact_name_query(const search::QueryUnit& unit);

/// What has the unit's words in the names of authors, or in its tags.
Json in_names_query(const search::QueryUnit& unit);

} // namespace trawl::opensearch
