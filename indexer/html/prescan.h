// SPDX-License-Identifier: GPL-3.0-or-later
/// One linear look at HTML before it is parsed: refuses what would make the parser quadratic, and empties what no
/// reader sees. More than half of a common page's bytes go, and parsing is twice to three times as fast.
#pragma once

#include "indexer/html/attribute_sets.h"
#include "shared/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::html {

struct PrescanLimits {
  std::size_t depth =
      512; ///< elements open at once; p, li, table cells and others that close each other are not counted
  std::size_t attributes = 256; ///< on one tag
};

/// What is left for the parser, and the attributes that were taken out of it.
struct Prescanned {
  std::string html;
  AttributeSets attributes; ///< views of the page
};

/// `html` with scripts (but JSON-LD, text/json and math/tex), styles, comments, content of <svg> and values of data:
/// URLs emptied, without event handlers, srcset, sizes and long data-* attributes. The attributes of a tag stand as a
/// mark, but where the parser reads them itself or has something to decode.
/// TooLarge if a limit is passed. Linear in the input.
Result<Prescanned> prescan(std::string_view html, const PrescanLimits& limits);

} // namespace trawl::html
