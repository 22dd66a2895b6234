// SPDX-License-Identifier: GPL-3.0-or-later
/// Builds columns: from all documents, or from older columns and the documents that changed since.
#pragma once

#include "shared/base/result.h"
#include "shared/index/columns/columns.h"

#include <cstdint>
#include <memory>
#include <vector>

#include <xapian.h>

namespace trawl::index {

/// Reads the rows of every document: one pass over one value stream. IndexDamaged if a row cannot be read.
Result<Columns> build_columns(const Xapian::Database& database);

/// The columns of `database`, given those of an earlier revision of it and the documents put or removed since (sorted).
/// Only these are read; all others are copied. IndexDamaged if a row cannot be read.
Result<Columns> refresh_columns(const Xapian::Database& database, const Columns& older,
                                const std::vector<std::uint32_t>& changed);

/// Gives `columns` posting lists and finds out which documents are merged in them. `lists` may be null.
void attach_posting_lists(Columns& columns, std::shared_ptr<const PostingLists> lists);

} // namespace trawl::index
