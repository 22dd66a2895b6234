// SPDX-License-Identifier: GPL-3.0-or-later
/// Exact filters over columns. One pass over the matches gives the result, and for each filtered field the documents
/// that only its own filter removed: with them, the facet of the field counts as if it were not filtered
/// (multi-select).
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/search/match/doc_set.h"
#include "shared/search/plan/match.h"
#include "shared/search/request.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

struct FilteredSet {
  DocSet passing;                                         ///< every filter
  std::map<std::string, DocSet, std::less<>> failing_one; ///< by field: documents that fail only this field's filter

  /// The documents that pass all filters but that on `field`.
  DocSet without_filter_on(std::string_view field) const;
};

FilteredSet apply_filters(DocSet matches, const Filters& filters, const index::Columns& columns);

/// Gives the label of a value.
using LabelOf = std::function<std::string(std::string_view source)>;

} // namespace trawl::search
