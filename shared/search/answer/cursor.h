// SPDX-License-Identifier: GPL-3.0-or-later
/// A cursor: where a window of results ended, as opaque text. By date or source the last hit says where the next window
/// begins, whatever was committed meanwhile; otherwise the number of hits before it does, in the order of one revision.
/// It belongs to one query.
#pragma once

#include "shared/base/date_time.h"
#include "shared/base/result.h"
#include "shared/search/answer/sort.h"
#include "shared/search/request.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace trawl::search {

struct Cursor {
  SortOrder order = SortOrder::Relevance;
  std::uint64_t query = 0;    ///< query_hash of the request
  std::uint64_t revision = 0; ///< what the order was made from (result_order.h); 0: a result that time cut
  Moment now{};               ///< of the first window: ages and the bonus for new articles count from it
  std::uint64_t offset = 0;   ///< hits before the next window
  SortPosition last;          ///< of the last hit

  bool operator==(const Cursor&) const = default;
};

/// As base64url (RFC 4648 §5, without padding), under 200 characters.
std::string encode_cursor(const Cursor& cursor);

/// Usage ("bad-cursor…") for a text that encode_cursor did not make. A checksum finds changed bytes: it guards against
/// accidents, not attackers, and a cursor is trusted with nothing but the choice of a window.
Result<Cursor> decode_cursor(std::string_view text);

/// A hash of everything in the request that decides which articles are found and in which order. Bounds on dates are
/// left out: given as an age, they move from one first window to the next. So are the number of hits and what is shown
/// of them.
std::uint64_t query_hash(const SearchRequest& request);

/// The cursor of a request. Usage ("bad-cursor…") if it is damaged or belongs to another query.
Result<Cursor> cursor_of(const SearchRequest& request, SortOrder order);

} // namespace trawl::search
