// SPDX-License-Identifier: GPL-3.0-or-later
/// Parts of a page that are left out of the article's text, and why.
#pragma once

#include "indexer/html/dom.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace trawl::extract {

/// Part of the article, but not of its running text.
struct Caption {
  html::NodeId node = html::kNoNode;
  std::string text;
};

/// What an element's rule goes by.
enum class Basis : std::uint8_t {
  Evidence, ///< what the element is, contains, or where it stands
  Name,     ///< only its names speak against it: second_look.h decides
  Caption,  ///< it is named as a caption and stands at an image: not text, but part of the article
};

/// Names a removal rule and says why it removes what it removes. Rules are constants, so the views always live.
struct RemovalReason {
  std::string_view name; ///< a short key: "link-line"
  std::string_view why;  ///< a phrase for people: "a line that is almost only a link"
  Basis basis = Basis::Evidence;
};

/// One removed element, or one removed block of text (`node` is then the block's element, or kNoNode).
struct Removal {
  html::NodeId node = html::kNoNode;
  const RemovalReason* reason = nullptr; ///< of a rule in element_rules.cpp, block_removal.cpp or main_content.cpp
  std::string text = {};                 ///< of a block; of an element empty
};

} // namespace trawl::extract
