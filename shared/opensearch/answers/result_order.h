// SPDX-License-Identifier: GPL-3.0-or-later
/// The order of a result, and cursors: where a page ended, as opaque text.
#pragma once

#include "shared/opensearch/client.h"
#include "shared/search/request.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::opensearch {

/// The sort keys of an order. All orders are total: ties are broken by date, newer first, then by id.
Json sort_keys(search::SortOrder order);

/// Whether the values of `sort_keys` of one hit come before those of another.
bool comes_before(const Json& a, const Json& b, search::SortOrder order);

struct PageCursor {
  search::SortOrder order = search::SortOrder::Relevance;
  std::size_t offset = 0; ///< hits before the next page
  Json last;              ///< the sort values of the last hit; null with grouping
  std::string point;      ///< the point in time that the page was read in; empty: none
};

std::string encode_cursor(const PageCursor& cursor, const search::SearchRequest& request);

/// Usage ("bad-cursor…") unless `encode_cursor` made the text for this query and order.
Result<PageCursor> decode_cursor(const search::SearchRequest& request, search::SortOrder order);

} // namespace trawl::opensearch
