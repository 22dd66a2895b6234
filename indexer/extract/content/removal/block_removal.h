// SPDX-License-Identifier: GPL-3.0-or-later
/// Removes boilerplate blocks from the chosen container: what comes before the article's beginning, after its end, and
/// between its paragraphs without belonging to them.
#pragma once

#include "indexer/extract/page/removal.h"
#include "indexer/html/dom.h"
#include "indexer/html/text_blocks.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// Facts about the article besides its text. Views must outlive the call.
struct ArticleFacts {
  std::string_view title; ///< its repetitions before the text are removed
  bool is_discussion = false;
  bool is_dated = true;                      ///< the page has a publication date, as articles do
  std::string site = {};                     ///< of the page: its registrable domain or host
  const html::NodeSet* in_teasers = nullptr; ///< nodes inside lists of teasers (teaser_lists.h); may be null
};

struct BlockRemovals {
  std::vector<html::TextBlock> kept;
  std::vector<Removal> removals; ///< in the order in which the rules removed them
};

/// Applies all rules in order. Never removes all blocks if some of them are running text.
BlockRemovals remove_blocks(const html::Dom& dom, std::vector<html::TextBlock> blocks, const ArticleFacts& facts);

/// The reasons of all rules, in the order in which the rules are applied.
std::vector<const RemovalReason*> block_removal_reasons();

} // namespace trawl::extract
