// SPDX-License-Identifier: GPL-3.0-or-later
/// The standfirst: the sentence or two between an article's title and its body, which often stand outside the body's
/// box.
#pragma once

#include "indexer/html/dom.h"
#include "indexer/html/text_blocks.h"

#include <vector>

namespace trawl::extract {

/// The blocks among `before` (those of the page in front of the chosen container) that are its standfirst: behind the
/// first h1, named so or set next to it, a sentence, no link. At most two.
std::vector<html::TextBlock> find_standfirst(const html::Dom& dom, const std::vector<html::TextBlock>& before);

} // namespace trawl::extract
