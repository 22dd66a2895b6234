// SPDX-License-Identifier: GPL-3.0-or-later
/// The attributes of a page's tags, read before the parse.
///
/// Apart from scripts, more than half of a page consists of attributes, and Gumbo spends as much time on them as on
/// text. So they are read while the parser's input is made, which saves a sixth of the instructions from a page to its
/// article. Each distinct set is stored once, and a short attribute, the placeholder, replaces it in the tag. The
/// placeholder leads from the element to its attributes. What needs decoding is left to Gumbo.
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

/// The name is in lower case, and the character references of the value are decoded. Both are views of the page.
struct Attribute {
  std::string_view name;
  std::string_view value;
};

/// A range in a list of attributes.
struct AttributeRange {
  std::uint32_t first = 0;
  std::uint16_t count = 0;
};

class AttributeSets {
 public:
  static constexpr char kPlaceholder =
      '~'; ///< first character of every placeholder; attributes with a meaning never begin with it

  /// The placeholder of the set `attributes`, which the page writes as `source`. The first of several attributes with
  /// the same name counts. The same source gives the same placeholder (unless hashes collide), because the parser
  /// compares the attributes of open formatting elements. nullopt if the table is full, which bounds its memory.
  std::optional<std::string> placeholder_for(std::string_view source, std::span<const Attribute> attributes);

  /// The set with this placeholder; nullopt if there is none.
  std::optional<AttributeRange> find(std::string_view placeholder) const;

  /// Moves out the attributes of all sets, into which the ranges of find() point.
  std::vector<Attribute> take_attributes() { return std::move(attributes_); }

 private:
  struct Slot {
    std::string_view source;
    std::uint32_t number = 0;
  };

  std::uint32_t add(std::span<const Attribute> attributes);

  std::array<Slot, 1024>
      seen_{}; ///< by hash of the source; a newer one replaces an older one, so that a lookup stays O(1)
  std::vector<AttributeRange> sets_;
  std::vector<Attribute> attributes_;
};

} // namespace trawl::html
