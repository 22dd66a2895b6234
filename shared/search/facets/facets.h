// SPDX-License-Identifier: GPL-3.0-or-later
/// Facet counts: how many documents of a set have each value of a field. Exact; one pass over the set.
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/search/facets/filters.h"
#include "shared/search/match/doc_set.h"
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
  FacetSort sort = FacetSort::Count;
  bool zeros = false;                            ///< values of count 0 too, categories no article has among them
  const FieldFilter* filter = nullptr;           ///< the field's own, for `selected`; null: none
  LabelOf label;                                 ///< of a source; empty: values are their own labels
  std::function<bool(const FacetValue&)> accept; ///< which values are listed and counted; empty: all
};

/// Counts over `documents`, which leave the field's own filter out (Filtered::without_own_filter). Selected values are
/// always listed, beyond the limit if need be. Ties go by value.
Facet count_facet(std::string_view field, const index::ValueColumn& column, const DocSet& documents,
                  const FacetOptions& options);

} // namespace trawl::search
