// SPDX-License-Identifier: GPL-3.0-or-later
/// Which parts of a page are furniture by their element, role or name: menus, share bars, related lists, comments.
///
/// A name alone never takes away most of a page's running text, nor the title: layouts call their outermost box
/// "has-sidebar".
#pragma once

#include "indexer/extract/content/boilerplate_names.h"
#include "indexer/html/dom.h"
#include "indexer/html/text_blocks.h"

#include <cstdint>
#include <vector>

namespace trawl::extract {

/// How much is taken away.
enum class Strictness {
  Strict,  ///< all furniture
  Lenient, ///< only what cannot be text: navigation, footers, dialogs, comments
};

/// The judgement of a whole page.
struct Boilerplate {
  std::vector<std::uint8_t> roles;    ///< by node
  std::vector<std::uint32_t> running; ///< by node: bytes of running text (long texts outside links) in its subtree
  html::NodeSet removed;              ///< tops of the subtrees to leave out
};

/// `keep_comments`: the page is a forum or a question with answers.
Boilerplate find_boilerplate(const html::Dom& dom, Strictness strictness, bool keep_comments);

} // namespace trawl::extract
