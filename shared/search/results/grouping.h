// SPDX-License-Identifier: GPL-3.0-or-later
/// Lets no source take all the room: at most so many hits of one, or the hits of each together.
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/search/match/doc_set.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trawl::search {

struct Caps {
  std::size_t per_source = 0; ///< at most; 0: no limit
  bool grouped = false;       ///< hits of one source follow each other, sources in the order of their best hits

  bool none() const { return per_source == 0 && !grouped; }
};

/// `documents`, in order, as the caps ask. A document belongs to the source it was published in, not to those of
/// copies.
std::vector<std::uint32_t> arrange(const index::Columns& columns, const std::vector<std::uint32_t>& documents,
                                   const Caps& caps);

/// How many documents of a set were published in each source.
struct SourceCounts {
  std::vector<std::size_t> by_ordinal;

  /// The count of the document's own source.
  std::size_t of(const index::Columns& columns, std::uint32_t document) const;
};
SourceCounts count_by_source(const index::Columns& columns, const DocSet& documents);

} // namespace trawl::search
