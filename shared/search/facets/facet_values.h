// SPDX-License-Identifier: GPL-3.0-or-later
/// The values of a field under a query, searched by prefix.
#pragma once

#include "shared/search/deadline.h"
#include "shared/search/match/snapshot.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <string_view>

namespace trawl::search {

/// Whether `text` has a word that begins with `prefix`, compared without case and accents. True for an empty prefix.
bool has_word_beginning_with(std::string_view text, std::string_view prefix);

/// A facet of the request's result, with only the values that have, in the value or its label, a word beginning with
/// `prefix`. Usage if `field` has no values to list; Timeout as for a search.
Result<Facet> list_facet_values(std::string_view field, const SearchRequest& request, std::string_view prefix,
                                const Snapshot& snapshot, Moment now, Deadline deadline);

} // namespace trawl::search
