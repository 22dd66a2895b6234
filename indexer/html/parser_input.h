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

} // namespace trawl::html
