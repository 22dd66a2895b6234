// SPDX-License-Identifier: GPL-3.0-or-later
/// The positions of a term in a document.
#pragma once

#include "shared/index/records/positions.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace trawl::search {

using Positions = std::vector<std::uint32_t>; ///< ascending

/// The term of a stem, in the text ("Z…") or in the title ("SZ…"), prepared for reading its positions.
class PositionedTerm {
 public:
  explicit PositionedTerm(std::string_view term);

  /// Sets `out` to the positions of the term in a document that contains it.
  void read(const index::PositionIndex& positions, Positions& out) const { positions.positions(stem_, part_, out); }
  void prefetch(const index::PositionIndex& positions) const { positions.prefetch(stem_); }
  /// The same, one by one.
  index::PositionCursor cursor(const index::PositionIndex& positions) const { return positions.cursor(stem_, part_); }

 private:
  index::StemKey stem_;
  index::PositionIndex::Part part_;
};

} // namespace trawl::search
