// SPDX-License-Identifier: GPL-3.0-or-later
/// Moves the filters of a query out of its tree, so that the counts of a facet can leave its own filter out.
#pragma once

#include "shared/query/filters.h"
#include "shared/query/tree.h"

namespace trawl::query {

/// Takes out of `tree` the filters and dates that every result must meet, and returns them. Filters inside OR, or
/// negated together with something else, stay.
Filters lift_filters(QueryTree& tree);

} // namespace trawl::query
