// SPDX-License-Identifier: GPL-3.0-or-later
/// What matching and ranking read of a snapshot.
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/index/index_reader.h"
#include "shared/search/deadline.h"

#include <xapian.h>

namespace trawl::search {

/// Borrowed from an IndexReader for one request. Exceptions of Xapian pass through every function that takes a view:
/// the caller's guard repeats the request if a writer overtook it.
struct IndexView {
  Xapian::Database& database;
  const index::Columns& columns;
};

inline IndexView view_of(index::IndexReader& reader) { return {reader.database(), reader.columns()}; }

} // namespace trawl::search
