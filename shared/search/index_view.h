// SPDX-License-Identifier: GPL-3.0-or-later
/// What matching and ranking read of a snapshot.
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/index/index_reader.h"
#include "shared/meaning/word_table.h"
#include "shared/search/deadline.h"

#include <memory>

namespace trawl::search {

class KnownPostings;
std::shared_ptr<KnownPostings> no_known_postings();

/// Borrowed from an IndexReader for one request, and for one thread.
struct IndexView {
  const index::Columns& columns;
  const meaning::WordTable* meaning = nullptr; ///< null: nothing was learnt
  std::shared_ptr<KnownPostings> postings = no_known_postings();
};

} // namespace trawl::search
