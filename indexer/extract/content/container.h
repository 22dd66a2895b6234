// SPDX-License-Identifier: GPL-3.0-or-later
/// Chooses the element that contains the main text.
///
/// Every element is a candidate. Its content score is the sum over the blocks inside it: running text adds to it, menus
/// and lists of links subtract from it. So the best candidate contains most of the text with the least boilerplate (a
/// maximum-sum subtree). Elements marked as the article (itemprop=articleBody, class "entry-content", <article>) get a
/// small bonus.
#pragma once

#include "indexer/extract/page/teasers.h"
#include "indexer/html/dom.h"

#include <cstdint>
#include <vector>

namespace trawl::extract {

/// The box around the best candidate; the body if no element has a positive score. `roles` (roles.h) and `stats`
/// are indexed by node.
html::NodeId choose_container(const html::Dom& dom, const std::vector<std::uint8_t>& roles,
                              const std::vector<ElementStats>& stats);

} // namespace trawl::extract
