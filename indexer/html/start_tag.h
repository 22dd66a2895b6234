// SPDX-License-Identifier: GPL-3.0-or-later
/// A start tag as it stands in the page (HTML Standard §13.2.5.6 to .40): nothing decoded, nothing left out.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace trawl::html {

/// All views are of the page.
struct StartTag {
  struct Attribute {
    std::string_view name;
    std::string_view value;  ///< without its quotes
    std::string_view source; ///< name to closing quote
  };
  std::string_view name;
  std::vector<Attribute> attributes;
  std::string_view attributes_source; ///< all between the name and the '>'
  bool closes_itself = false;         ///< "/>"
  bool has_end = false;               ///< without one the page ends inside the tag
};

/// Reads the tag whose '<' is at `at` of `html`, followed by a letter, into `tag`, whose memory is used again. Gives
/// the place behind it. It stops behind `max_attributes` + 1 attributes.
std::size_t read_start_tag(std::string_view html, std::size_t at, std::size_t max_attributes, StartTag& tag);

/// The name of the tag that begins at `at`, behind "<" or "</".
std::string_view read_tag_name(std::string_view html, std::size_t at);

} // namespace trawl::html
