// SPDX-License-Identifier: GPL-3.0-or-later
/// A field's values under a query, searched by what they begin with.
#pragma once

#include "shared/search/query.h"
#include "shared/search/request.h"
#include "shared/search/response.h"
#include "shared/search/snapshot.h"

#include <string_view>

namespace trawl::search {

/// Whether `text` has a word that begins with `prefix`, without case and accents. An empty prefix fits everything.
bool has_word_beginning_with(std::string_view text, std::string_view prefix);

/// As a facet of the search, of the values whose value or label has a word beginning with `prefix`; limit, sort and
/// zeros are the request's. Usage if `field` has no values to list; what a search fails with.
Result<Facet> list_facet_values(std::string_view field, const SearchRequest& request, std::string_view prefix,
                                const Snapshot& snapshot, Moment now, Deadline deadline);

} // namespace trawl::search
