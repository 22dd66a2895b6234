// SPDX-License-Identifier: GPL-3.0-or-later
/// What matching and ranking read of a snapshot, and how long they may.
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/search/query.h"

#include <xapian.h>

namespace trawl::search {

/// Borrowed from an IndexReader for one request.
struct IndexView {
  Xapian::Database& database;
  const index::Columns& columns;
};

/// A deadline that is asked often and looks at the clock seldom. Once over it stays over; what was gathered until then
/// is incomplete and to be thrown away.
class Budget {
 public:
  explicit Budget(Deadline deadline) : deadline_(deadline) {}

  /// Called for every posting or document.
  bool spent() {
    constexpr unsigned kEvery = 256;
    if (++steps_ % kEvery == 0 && deadline_.passed()) over_ = true;
    return over_;
  }
  /// Looks at the clock: for steps of a microsecond or more.
  bool passed() { return over_ = over_ || deadline_.passed(); }
  bool over() const { return over_; }

 private:
  Deadline deadline_;
  unsigned steps_ = 0;
  bool over_ = false;
};

} // namespace trawl::search
