// SPDX-License-Identifier: GPL-3.0-or-later
/// Tables of contents: lists of links into the page.
#pragma once

#include "indexer/html/text_blocks.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace trawl::extract {

/// The tables of contents among the blocks, as ranges [begin, end) in order: at least two items in a row that are
/// almost only links into the page.
std::vector<std::pair<std::size_t, std::size_t>> find_contents_lists(const html::Dom& dom,
                                                                     const std::vector<html::TextBlock>& blocks);

} // namespace trawl::extract
