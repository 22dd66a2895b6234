// SPDX-License-Identifier: GPL-3.0-or-later
/// Grouping hits by source, so that no source fills the page: at most a given number of hits of each, or
/// the hits of each together.
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/search/match/doc_set.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trawl::search {

/// Hits of one source that `group_by_source` shows if `per_source` is not given.
inline constexpr std::size_t kDefaultGroupSize = 3;

struct SourceGrouping {
  std::size_t per_source = 0; ///< hits of one source at most; 0: no limit
  bool is_grouped = false;    ///< hits of one source follow each other; sources in the order of their best hits

  bool none() const { return per_source == 0 && !is_grouped; }
};

/// How many documents of a set were published in each source.
struct SourceCounts {
  std::vector<std::size_t> by_ordinal;

  /// The count of the document's own source.
  std::size_t of(const index::Columns& columns, std::uint32_t document) const;
};
SourceCounts count_by_source(const index::Columns& columns, const DocSet& documents);

/// `documents`, in order, grouped. A document belongs to the source it was published in, not to those of its copies.
/// `counts`: null if `documents` are a whole result; else those of the whole, of which `documents` are the beginning.
/// Then what the rest may change is left out.
std::vector<std::uint32_t> group_by_source(const index::Columns& columns, std::vector<std::uint32_t> documents,
                                           const SourceGrouping& grouping, const SourceCounts* counts = nullptr);

} // namespace trawl::search
