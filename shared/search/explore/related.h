// SPDX-License-Identifier: GPL-3.0-or-later
/// Articles whose content is like that of a given one.
#pragma once

#include "shared/article/article.h"
#include "shared/search/explore/explore_in_index.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trawl::search {

/// The articles most similar to one, which has this number in `index` and this length in words, by its most
/// characteristic words. Among those nearly as similar as the best, other sources come first. Never the article itself;
/// copies are folded into it when it is indexed. If fewer than `limit` are similar enough, those that share less
/// follow, by how near they are in meaning. None for an article of a line or two. Incomplete once time is up.
std::vector<std::uint32_t> related_articles(const Article& article, std::uint32_t document, std::size_t words,
                                            ExploreInIndex& index, std::size_t limit);

} // namespace trawl::search
