// SPDX-License-Identifier: GPL-3.0-or-later
/// The attributes of a page's tags, read before the parse.
///
/// Without its scripts a page is more than half attributes. Gumbo takes as long over them as over text, and builds its
/// tree without them. So the scan before the parse reads them, each different set once, and leaves one short name in
/// their place: the mark, by which the element finds its attributes again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::html {

/// The name in lower case, the value with character references decoded. Both are views of the page.
struct Attribute {
  std::string_view name;
  std::string_view value;
};

/// Some neighbours in a list of attributes.
struct AttributeRange {
  std::uint32_t first = 0;
  std::uint16_t count = 0;
};

class AttributeSets {
 public:
  static constexpr char kMark = '~'; ///< what all marks begin with, and no attribute's name that means anything

  /// The mark of the set `attributes`, which reads `source` in the page; of two with one name the first counts. The
  /// same source gives the same mark (but for a clash of hashes), as the parser compares the attributes of formatting
  /// elements left open. Nothing if the table is full: memory is bounded whatever the page holds.
  std::optional<std::string> mark(std::string_view source, std::span<const Attribute> attributes);

  /// The set with this mark; nothing if it is none.
  std::optional<AttributeRange> find(std::string_view mark) const;

  /// The attributes of all sets, for the ranges that find() gives; this table keeps none.
  std::vector<Attribute> take_attributes() { return std::move(attributes_); }

 private:
  struct Slot {
    std::string_view source;
    std::uint32_t number = 0;
  };

  std::uint32_t add(std::span<const Attribute> attributes);

  std::array<Slot, 1024> seen_{}; ///< by hash of the source; the last one has the slot, so that no page makes it slow
  std::vector<AttributeRange> sets_;
  std::vector<Attribute> attributes_;
};

} // namespace trawl::html
