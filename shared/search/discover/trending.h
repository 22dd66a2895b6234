// SPDX-License-Identifier: GPL-3.0-or-later
/// What is written about now more than before.
#pragma once

#include "shared/index/index_reader.h"
#include "shared/search/query.h"
#include "shared/search/response.h"

#include <chrono>
#include <cstdint>
#include <vector>

namespace trawl::search {

struct TrendingDocuments {
  std::vector<TrendingTerm> terms;      ///< most telling first
  std::vector<std::uint32_t> documents; ///< of the window, those that hold most of the rising terms first
};

/// Words that articles published in (now − window, now] use more often than all others, in at least two titles and two
/// articles of at least two sources, and in the title of one in five articles that hold them. Empty is a good answer:
/// nothing is rising. Looks at the newest 2,000 articles of the window. Exceptions of Xapian pass through.
TrendingDocuments trending_documents(index::IndexReader& reader, std::chrono::seconds window, std::size_t limit,
                                     Moment now, Deadline deadline);

} // namespace trawl::search
