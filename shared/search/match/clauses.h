// SPDX-License-Identifier: GPL-3.0-or-later
/// The clauses of a query: the parts side by side at its top, sorted by how they must match.
#pragma once

#include "shared/query/tree.h"

#include <vector>

namespace trawl::search {

/// Borrows the tree's nodes.
struct Clauses {
  std::vector<const query::QueryTree*> words;    ///< words and prefixes: the match mode says how many must match
  std::vector<const query::QueryTree*> phrases;  ///< must match, but count as their words if no document has them all
  std::vector<const query::QueryTree*> required; ///< everything else
};

/// Of a tree that is not empty.
Clauses clauses_of(const query::QueryTree& tree);

} // namespace trawl::search
