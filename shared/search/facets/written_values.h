// SPDX-License-Identifier: GPL-3.0-or-later
/// Filter values as people write them: the label of a source ("Kernel Journal"), another spelling of a value ("open
/// source" for open-source), a part of an author's name (keydana), without accents.
#pragma once

#include "shared/query/parse_query.h"
#include "shared/search/facets/filters.h"
#include "shared/search/index_view.h"

namespace trawl::search {

/// `filters` with each value that no article has replaced by the values that it means, if there are any: those that
/// have the same words in the value or its label; else, of authors, those that have all of its words. `label` is that
/// of a source id.
/// Of values that an article must all have, one that means several becomes the one that most articles have.
Filters with_known_values(const Filters& filters, const IndexView& view, const LabelOf& label);

/// The same for the filters of a query, those inside its tree too. A value that means several, and that an article must
/// have beside others, moves into the tree as their alternatives.
void use_known_values(query::ParsedQuery& query, const IndexView& view, const LabelOf& label);

} // namespace trawl::search
