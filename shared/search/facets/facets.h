// SPDX-License-Identifier: GPL-3.0-or-later
/// Facet counts: how many documents of a set have each value of a field. Exact, in one pass over the set.
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/search/match/doc_set.h"
#include "shared/search/match/filters.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

struct FacetOptions {
  std::size_t limit = 20;
  const FieldFilter* filter = nullptr;           ///< the field's own, which says what is selected; null: none
  LabelOf label;                                 ///< of a value; empty: values are their own labels
  std::function<bool(const FacetValue&)> accept; ///< which values are counted and listed; empty: all
};

/// The options that a request asks for. Borrows `filters`.
FacetOptions facet_options(std::string_view field, const SearchRequest& request, const Filters& filters, LabelOf label);

/// Counts over `documents`, to which the field's own filter was not applied (FilteredSet::without_filter_on). Selected
/// values are always listed, even beyond the limit. Ties go by value.
Facet count_facet(std::string_view field, const index::ValueColumn& column, const DocSet& documents,
                  const FacetOptions& options);

} // namespace trawl::search
