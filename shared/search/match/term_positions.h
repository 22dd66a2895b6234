// SPDX-License-Identifier: GPL-3.0-or-later
/// The positions of a term in a document.
#pragma once

#include "shared/index/records/positions.h"
#include "shared/search/index_view.h"

#include <cstdint>
#include <span>
#include <string>
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

 private:
  index::StemKey stem_;
  index::PositionIndex::Part part_;
};

/// The positions of `term` in each of `documents`, all of which contain it, ascending.
std::vector<Positions> positions_in(const IndexView& view, const std::string& term,
                                    std::span<const std::uint32_t> documents, Budget& budget);

} // namespace trawl::search
