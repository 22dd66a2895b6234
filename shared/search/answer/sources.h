// SPDX-License-Identifier: GPL-3.0-or-later
/// What the index says about itself: its sources and its statistics.
#pragma once

#include "shared/search/match/snapshot.h"
#include "shared/search/response.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace trawl::search {

/// The articles of a source.
struct SourceArticles {
  std::string source;
  std::size_t count = 0;
  std::optional<Date> newest;
};

/// Every source that a writer has noted (the first of several notes holds) or an article has, sorted by label without
/// case.
std::vector<SourceStatus> sources_of(const std::vector<index::SourceNote>& notes,
                                     const std::vector<SourceArticles>& articles);

/// Those of an index. An article counts for the sources of its copies too, as in facets.
std::vector<SourceStatus> list_sources(const Snapshot& snapshot);

/// The newest date of any article.
std::optional<Date> newest_date(const Snapshot& snapshot);

/// Counts all terms, which takes some tenths of a second on a large index: keep the result while the state is the same.
IndexStats collect_stats(const Snapshot& snapshot);

} // namespace trawl::search
