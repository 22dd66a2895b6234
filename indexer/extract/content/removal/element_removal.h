// SPDX-License-Identifier: GPL-3.0-or-later
/// Removes whole elements before the main text is chosen: menus, share bars, related lists, comments, hidden parts.
#pragma once

#include "indexer/extract/content/removal/node_sums.h"
#include "indexer/extract/page/removal.h"
#include "indexer/html/dom.h"
#include "indexer/html/text_blocks.h"

#include <cstdint>
#include <vector>

namespace trawl::extract {

enum class Strictness {
  Strict,  ///< remove everything that is marked as boilerplate
  Lenient, ///< remove only hidden parts, comments, and elements that cannot be text: navigation, footers, dialogs
};

struct ElementRemovals {
  html::NodeSet removed;         ///< the top elements of the removed subtrees
  std::vector<Removal> removals; ///< the same in document order, with the rule that removed each
  std::vector<html::NodeId>
      captions; ///< block elements that are captions by their names, in document order; not removed
  std::vector<std::uint32_t> running_bytes; ///< by node: bytes of long text nodes outside links
  NodeSums media;                           ///< images and players
  std::vector<std::uint8_t> roles;          ///< by node: roles_of (element_roles.h); 0 inside removed subtrees and code
};

/// Applies the rules of element_rules.h to every element. `keep_comments`: the page is a discussion, so its comments
/// are the text.
ElementRemovals remove_elements(const html::Dom& dom, Strictness strictness, bool keep_comments);

/// Applies the lenient rules to the elements inside `node`, which was removed and may be restored.
void remove_inside(const html::Dom& dom, html::NodeId node, bool keep_comments, ElementRemovals& page);

} // namespace trawl::extract
