// SPDX-License-Identifier: GPL-3.0-or-later
/// The fields of a query that are no words, looked up in the columns: those that could not be lifted into filters, and
/// properties.
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/query/tree.h"
#include "shared/search/match/doc_set.h"

#include <cstdint>

namespace trawl::search {

/// Articles of more words are "long": ten minutes at 230 words a minute.
inline constexpr std::uint32_t kLongArticleWords = 2300;

/// Documents that have any of the field's values; properties and dates too.
DocSet documents_of_field(const QueryTree& field, const index::Columns& columns);

} // namespace trawl::search
