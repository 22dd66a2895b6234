// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds lists of teasers for other articles by their form: similar siblings, each with a linked heading and little
/// text. Class names do not matter.
#pragma once

#include "indexer/extract/content/element_stats.h"
#include "indexer/html/dom.h"

#include <vector>

namespace trawl::extract {

/// The teasers of all such lists, in document order. Empty if they contain most of the page's running text, because the
/// list is then the text; but not if the page is an article and the lists are in boxes with boilerplate names.
std::vector<html::NodeId> find_teasers(const html::Dom& dom, const std::vector<ElementStats>& stats,
                                       const std::vector<std::uint8_t>& roles, bool is_article);

} // namespace trawl::extract
