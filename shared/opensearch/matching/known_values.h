// SPDX-License-Identifier: GPL-3.0-or-later
/// Filter values as people write them, by the same rules as shared/search/facets/written_values.h: the label of a
/// source, another spelling of a value, a part of an author's name.
#pragma once

#include "shared/opensearch/session.h"
#include "shared/query/parse_query.h"
#include "shared/search/response.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::opensearch {

/// In the query and in `filters`, replaces each value that no article has with the known values that it means, if there
/// are any.
Result<void> use_known_values(query::ParsedQuery& query, query::Filters& filters, const Session& session);

/// A warning for each filter value that no article has, with the nearest known value.
Result<std::vector<search::Warning>> unknown_values(const query::Filters& filters, const Session& session);

} // namespace trawl::opensearch
