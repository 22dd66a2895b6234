// SPDX-License-Identifier: GPL-3.0-or-later
/// Trending words: what is written about more than before.
#pragma once

#include "shared/search/explore/explore_in_index.h"
#include "shared/search/response.h"

#include <chrono>
#include <cstdint>
#include <vector>

namespace trawl::search {

struct TrendingArticles {
  std::vector<TrendingTerm> terms;      ///< by significance, most significant first
  std::vector<std::uint32_t> documents; ///< of the window, those with the most significant terms first
};

/// Words that articles published in (now − window, now] use more often than all others do: in at least two articles of
/// at least two sources, in at least two titles, and in the title of one in five of the articles that contain them. Of
/// one source, no more articles count than of all others together. Left out is what chance explains, words in one of
/// twenty other articles, and words that more than a third of the sources used in the 2,000 articles before the window.
/// Of the articles, of which there are at most `limit`, too, at most a third of `limit` are of one source. Empty if
/// nothing is rising. Looks at the newest 2,000 articles of the window and those of the same second as the last.
/// Incomplete once time is up.
TrendingArticles trending_articles(ExploreInIndex& index, std::chrono::seconds window, std::size_t limit, Moment now);

} // namespace trawl::search
