// SPDX-License-Identifier: GPL-3.0-or-later
/// Orders that do not depend on the query: by date or by source. Each is total: ties go by date (newer first), then by
/// id.
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

/// The position of an article in an order, given by its own values: it does not move while the index grows. The article
/// may have been removed since.
struct SortPosition {
  std::string source; ///< compared only by SortOrder::Source
  std::int64_t published = index::kUndated;
  std::uint64_t id = 0;

  bool operator==(const SortPosition&) const = default;
};

/// Its source only in the order by source: that needs the column of all documents.
SortPosition position_of(const index::Columns& columns, std::uint32_t document, SortOrder order);

/// The first `count` documents of the set in an order that is not Relevance; of those after `after`, if it is given.
/// Undated documents come last, by either date.
std::vector<std::uint32_t> first_sorted(const index::Columns& columns, const DocSet& documents, SortOrder order,
                                        std::size_t count, const std::optional<SortPosition>& after = std::nullopt);

} // namespace trawl::search
