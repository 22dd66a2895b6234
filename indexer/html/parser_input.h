// SPDX-License-Identifier: GPL-3.0-or-later
/// Reduces HTML to what the parser needs, in one linear pass: empties the parts that readers do not see, and rejects
/// pages that would make the parser quadratic. A typical page loses more than half of its bytes, and parses two to
/// three times as fast.
#pragma once

#include "indexer/html/attribute_sets.h"
#include "shared/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::html {

struct ParserInputLimits {
  std::size_t depth = 512;      ///< open elements, not counting those that close each other, such as p, li and td
  std::size_t attributes = 256; ///< on one tag
};

/// The input for the parser, and the attributes that were taken out of it.
struct ParserInput {
  std::string html;
  AttributeSets attributes; ///< views of the page
};

/// Empties scripts (except JSON-LD, text/json and math/tex), styles, comments, the content of <svg> and data: URLs.
/// Removes event handlers, srcset, sizes and long data-* attributes. Replaces the other attributes of a tag by a
/// placeholder (attribute_sets.h), unless the parser acts on them or has to decode them. TooLarge: a limit is exceeded.
Result<ParserInput> make_parser_input(std::string_view html, const ParserInputLimits& limits);

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

/// Replaces references to numbers beyond U+10FFFF by references to U+FFFD, as the standard does (HTML Standard
/// §13.2.5.80). Gumbo would overflow its integers and write invalid UTF-8. Works in place; lengths do not change.
void bound_character_references(std::string& page);

} // namespace trawl::html
