// SPDX-License-Identifier: GPL-3.0-or-later
/// The values of one filter field that a segment introduced: a run of the generation's ordinals, which count up from
/// segment to segment. So an ordinal means the same value in all of them. docs/formats.md has the grammar.
#pragma once

#include "shared/index/segment/number_array.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace trawl::index {

class ValueTable {
 public:
  ValueTable(const SegmentFile& file, std::string_view field);

  std::uint32_t first() const { return first_; } ///< the ordinal of the first value
  std::uint32_t size() const { return size_; }

  /// Of a value of this table: the form in which it is compared, and the one that is shown. `i`: its ordinal less
  /// first().
  std::string_view key(std::uint32_t i) const;
  std::string_view shown(std::uint32_t i) const;

  /// The ordinal of a key.
  std::optional<std::uint32_t> find(std::string_view key) const;

 private:
  std::string_view part(std::uint64_t i) const;

  std::uint32_t first_ = 0, size_ = 0;
  NumberArray ends_;  ///< two for each value: of its key, of its shown form, which is empty if it is the key
  NumberArray order_; ///< values by key
  Section text_;
};

} // namespace trawl::index
