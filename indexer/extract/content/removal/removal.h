// SPDX-License-Identifier: GPL-3.0-or-later
/// Parts of a page that are left out of the article's text, and why.
#pragma once

#include "indexer/html/dom.h"

#include <string_view>

namespace trawl::extract {

/// Names a removal rule and says why it removes what it removes. Rules are constants, so the views always live.
struct RemovalReason {
  std::string_view name; ///< a short key: "link-line"
  std::string_view why;  ///< a phrase for people: "a line that is almost only a link"
};

/// One removed element, or one removed block of text (`node` is then the block's element).
struct Removal {
  html::NodeId node = html::kNoNode;
  const RemovalReason* reason = nullptr; ///< of a rule in element_rules.cpp or block_removal.cpp
};

} // namespace trawl::extract
