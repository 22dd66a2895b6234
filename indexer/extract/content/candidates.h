// SPDX-License-Identifier: GPL-3.0-or-later
/// Which element holds the main text: every element is a candidate, judged by the blocks inside it.
///
/// A block of running text speaks for an element, menus and lists of links against it; an element's worth is the sum,
/// so the best is the one that holds most text with least furniture (a maximum-sum subtree). Names and elements made
/// for the purpose (itemprop=articleBody, "entry-content", <article>) weigh a little more.
#pragma once

#include "indexer/extract/content/block_stats.h"
#include "indexer/extract/content/boilerplate.h"
#include "indexer/html/dom.h"

#include <vector>

namespace trawl::extract {

/// The element that holds the main text; the body if nothing speaks for any.
html::NodeId choose_container(const html::Dom& dom, const Boilerplate& page, const std::vector<BlockStats>& stats);

} // namespace trawl::extract
