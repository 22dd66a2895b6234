// SPDX-License-Identifier: GPL-3.0-or-later
/// The blocks of the chosen element to the blocks of the article: what stands before its beginning, after its end, and
/// between its paragraphs without belonging to them.
#pragma once

#include "indexer/html/dom.h"
#include "indexer/html/text_blocks.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// What is known of the article besides its body; repetitions of it at the head are no text.
struct KnownAbout {
  std::string_view title;
  bool is_forum = false;
  std::span<const std::string> authors = {}; ///< sentences about them at the end are no text
  bool is_dated = true;                      ///< the page says when it was published, as articles do
  const html::NodeSet* in_cards = nullptr;   ///< nodes of lists of cards; text only where no article is
};

/// The kept blocks, in order. Never empties a list that has running text.
std::vector<html::TextBlock> clean(const html::Dom& dom, std::vector<html::TextBlock> blocks, const KnownAbout& known);

} // namespace trawl::extract
