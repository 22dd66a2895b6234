// SPDX-License-Identifier: GPL-3.0-or-later
/// The index from nothing but the stored inputs: no network, the same articles as the crawl made, and the live
/// generation goes on serving until the new one takes its place.
#pragma once

#include "indexer/crawl/pages/article_pipeline.h"
#include "indexer/store/sqlite.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/index/index_writer.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace trawl::crawl {

struct RemadeSummary {
  std::size_t inputs = 0;
  std::size_t changed = 0; ///< articles that are new or different
  std::size_t dropped = 0; ///< inputs that are no articles any more
};

/// Makes every input's article again and folds it, on `threads` threads. Interrupted between batches when `stopped`
/// says so: what was done stays, and is right.
Result<RemadeSummary> remake_articles(store::Database& database, const Knowledge& knowledge, unsigned threads,
                                      const std::function<bool()>& stopped);

/// Writes all articles into a new generation and makes it the live one. The caller holds the WriterLock.
Result<std::size_t> write_generation(const DataDirectory& directory, store::Database& database,
                                     const std::vector<index::SourceNote>& notes, const std::function<bool()>& stopped);

} // namespace trawl::crawl
