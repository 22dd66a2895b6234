// SPDX-License-Identifier: GPL-3.0-or-later
/// Where a page of results ended, as opaque text. It names the last hit, not a number of hits, so that a growing index
/// does not shift the pages; and it belongs to one query.
#pragma once

#include "shared/base/result.h"
#include "shared/search/request.h"
#include "shared/search/results/sort.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace trawl::search {

struct Cursor {
  SortOrder order = SortOrder::Relevance;
  std::uint64_t query = 0; ///< query_hash of the request
  std::uint64_t list = 0;  ///< names the frozen order the page was cut from (cached_rankings.h); 0: none
  std::uint64_t given = 0; ///< hits before the next page
  SortPosition last;       ///< of the last hit

  bool operator==(const Cursor&) const = default;
};

/// base64url (RFC 4648 §5, without padding) under 200 characters.
std::string encode_cursor(const Cursor& cursor);

/// Usage ("bad-cursor…") if it is not what encode_cursor made; a changed byte is noticed by a checksum, which keeps out
/// accidents, not attackers: nothing in a cursor is trusted beyond choosing a page.
Result<Cursor> decode_cursor(std::string_view text);

/// Of all that decides which articles are found in which order. Not of the bounds on dates, which move with the clock
/// when they were given as an age; nor of the size of pages and what is shown of a hit.
std::uint64_t query_hash(const SearchRequest& request);

/// The cursor of a request, checked to belong to it. Usage ("bad-cursor…").
Result<Cursor> cursor_of(const SearchRequest& request, SortOrder order);

} // namespace trawl::search
