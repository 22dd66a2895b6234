// SPDX-License-Identifier: GPL-3.0-or-later
/// Orders that need no query: by date or by source. Each is total: ties go by date (newer first), then by id.
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/search/match/doc_set.h"
#include "shared/search/request.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace trawl::search {

/// A place in an order, by what an article says of itself: it stays where it is while the index grows. The article need
/// not exist any more.
struct SortPosition {
  std::string source; ///< used by SortOrder::Source only
  std::int64_t published = index::kUndated;
  std::uint64_t id = 0;

  bool operator==(const SortPosition&) const = default;
};

SortPosition position_of(const index::Columns& columns, std::uint32_t document);

/// The first `count` documents of the set in the order, of those that come after `after` if it is given. Undated ones
/// come last by either date. `order` is not Relevance.
std::vector<std::uint32_t> first_sorted(const index::Columns& columns, const DocSet& documents, SortOrder order,
                                        std::size_t count, const std::optional<SortPosition>& after = std::nullopt);

} // namespace trawl::search
