// SPDX-License-Identifier: GPL-3.0-or-later
/// What matching and ranking read of a snapshot.
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/index/index_reader.h"
#include "shared/search/deadline.h"

namespace trawl::search {

/// Borrowed from an IndexReader for one request.
struct IndexView {
  const index::Columns& columns;
};

inline IndexView view_of(const index::IndexReader& reader) { return {reader.columns()}; }

} // namespace trawl::search
