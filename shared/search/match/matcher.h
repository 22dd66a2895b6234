// SPDX-License-Identifier: GPL-3.0-or-later
/// The documents of a query: posting lists into bitmaps, bitmaps combined; positions are looked at only where the words
/// of a phrase are all present. The body of match_query (query.h).
#pragma once

#include "shared/search/index_view.h"
#include "shared/search/query.h"
#include "shared/search/request.h"

namespace trawl::search {

Result<MatchResult> match_documents(const ParsedQuery& query, const IndexView& view, MatchMode mode, Deadline deadline);

} // namespace trawl::search
