// SPDX-License-Identifier: GPL-3.0-or-later
/// What matching and ranking read of a snapshot.
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/index/index_reader.h"
#include "shared/meaning/texts.h"
#include "shared/search/deadline.h"

#include <memory>

namespace trawl::search {

class QueryMemory;
std::shared_ptr<QueryMemory> new_query_memory();

/// Borrowed from an IndexReader for one request. Belongs to one thread, because `memory` is not synchronised.
struct IndexView {
  const index::Columns& columns;
  std::shared_ptr<QueryMemory> memory = new_query_memory(); ///< what other requests looked up in the same snapshot
  const meaning::Texts* meaning = nullptr;                  ///< null: nothing was learnt
};

} // namespace trawl::search
