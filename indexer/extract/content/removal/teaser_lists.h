// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds lists of teasers for other articles by their form: similar siblings, each with a linked heading and little
/// text. Class names do not matter.
#pragma once

#include "indexer/extract/content/element_stats.h"
#include "indexer/html/dom.h"

#include <vector>

namespace trawl::extract {

/// The teasers of all such lists, in document order. Empty if they contain most of the page's running text, because the
/// list is then the text.
std::vector<html::NodeId> find_teasers(const html::Dom& dom, const std::vector<ElementStats>& stats);

} // namespace trawl::extract
