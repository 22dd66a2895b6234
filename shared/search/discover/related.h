// SPDX-License-Identifier: GPL-3.0-or-later
/// Articles whose content is like that of a given one.
#pragma once

#include "shared/search/index_view.h"

#include <cstdint>
#include <vector>

namespace trawl::search {

/// The documents most similar to `document` by its most characteristic words. Among those nearly as similar as the
/// best, other sources come first. Never the document itself; copies are folded into their article when it is indexed.
/// Fewer than `limit` if fewer are similar enough, none for an article of a line or two. Incomplete once the budget is
/// over.
std::vector<std::uint32_t> related_documents(std::uint32_t document, const IndexView& view, std::size_t limit,
                                             Budget& budget);

} // namespace trawl::search
