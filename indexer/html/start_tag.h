// SPDX-License-Identifier: GPL-3.0-or-later
/// A start tag as written in the page (HTML Standard §13.2.5.6 to .40): character references are not decoded, duplicate
/// attributes are kept.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace trawl::html {

/// All views point into the page.
struct StartTag {
  struct Attribute {
    std::string_view name;
    std::string_view value;  ///< without quotes
    std::string_view source; ///< from the name to the closing quote
  };
  std::string_view name;
  std::vector<Attribute> attributes;
  std::string_view attributes_source; ///< everything between the name and the '>'
  bool is_self_closing = false;       ///< ends with "/>"
  bool has_end = false;               ///< false: the page ends inside the tag
};

/// Reads the tag whose '<' is at `at`, followed by a letter, into `tag`, and reuses its memory. Stops after
/// `max_attributes` + 1 attributes. Returns the position after the tag.
std::size_t read_start_tag(std::string_view html, std::size_t at, std::size_t max_attributes, StartTag& tag);

/// The name of a tag; `at` is the position after "<" or "</".
std::string_view read_tag_name(std::string_view html, std::size_t at);

} // namespace trawl::html
