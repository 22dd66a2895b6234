// SPDX-License-Identifier: GPL-3.0-or-later
/// Lists of teasers for other articles, found by their form: siblings of one kind, each with a linked heading and
/// little text. Names do not matter here.
#pragma once

#include "indexer/extract/content/block_stats.h"
#include "indexer/html/dom.h"

#include <vector>

namespace trawl::extract {

/// The cards of all such lists in the page, unless they hold most of its running text: then the page is a list, and
/// the list is its text.
std::vector<html::NodeId> find_cards(const html::Dom& dom, const std::vector<BlockStats>& stats);

} // namespace trawl::extract
