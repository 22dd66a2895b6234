// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds the standfirst: the sentence or two between an article's title and its body, which many pages place outside
/// the box of the body.
#pragma once

#include "indexer/html/dom.h"
#include "indexer/html/text_blocks.h"

#include <vector>

namespace trawl::extract {

/// The standfirst among `before`, the page's blocks in front of the chosen container: at most two blocks after the
/// first h1 that have few links, the length of a sentence and a class such as "standfirst" or "subtitle".
std::vector<html::TextBlock> find_standfirst(const html::Dom& dom, const std::vector<html::TextBlock>& before);

} // namespace trawl::extract
