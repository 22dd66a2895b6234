// SPDX-License-Identifier: GPL-3.0-or-later
/// The positions of a term in a document.
#pragma once

#include "shared/index/document/positions.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

using Positions = std::vector<std::uint32_t>; ///< ascending

/// The term of a stem, in the text ("Z…") or in the title ("SZ…"), prepared for reading its positions.
class PositionedTerm {
 public:
  explicit PositionedTerm(std::string_view term);

  /// The term of the same stem in title and text.
  static std::string in_text(std::string_view term);

  const index::StemKey& stem() const { return stem_; }
  index::PositionIndex::Part part() const { return part_; }

 private:
  index::StemKey stem_;
  index::PositionIndex::Part part_;
};

} // namespace trawl::search
