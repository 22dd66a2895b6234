// SPDX-License-Identifier: GPL-3.0-or-later
/// What a query highlights.
#pragma once

#include "shared/query/tree.h"

#include <string>
#include <vector>

namespace trawl::search {

/// The words and stems of a query that a reader would recognise as hits.
struct HighlightTerms {
  std::vector<std::string> words; ///< folded forms
  std::vector<std::string> stems;
  std::vector<std::string> prefixes;
  std::vector<std::vector<std::string>> phrases; ///< of stems
};

/// Of everything that is not negated. Stop words only if there is nothing else.
HighlightTerms highlight_terms(const query::QueryTree& tree);

} // namespace trawl::search
