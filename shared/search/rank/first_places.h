// SPDX-License-Identifier: GPL-3.0-or-later
/// What a query names as a whole comes first: the article whose title was typed, the articles of the author who was
/// typed, the articles that have a name (k-means) as it was typed. Statistics cannot promise that: a longer article
/// about the same words may score higher (docs/decisions/0020-what-is-typed.md).
#pragma once

#include "shared/query/parse_query.h"
#include "shared/search/index_view.h"
#include "shared/search/match/doc_set.h"

#include <string>
#include <vector>

namespace trawl::search {

/// Documents that rank before all that follow them.
struct FirstPlace {
  std::string name, reason; ///< for explanations
  DocSet documents;
};

/// The first places of a query, disjoint parts of `within`, best first. Those without documents are left out.
std::vector<FirstPlace> first_places(const query::ParsedQuery& query, const IndexView& view, const DocSet& within,
                                     Budget& budget);

} // namespace trawl::search
