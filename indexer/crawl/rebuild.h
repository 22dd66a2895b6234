// SPDX-License-Identifier: GPL-3.0-or-later
/// Rebuilds articles and index from the stored inputs, without the network. The live index serves until the new
/// one replaces it.
#pragma once

#include "indexer/crawl/pipeline/article_pipeline.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/index/index_writer.h"
#include "shared/store/sqlite.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace trawl::crawl {

struct ReextractionSummary {
  std::size_t inputs = 0;
  std::size_t changed = 0; ///< articles that are new or different
  std::size_t dropped = 0; ///< inputs that are not articles any more
};

/// Called with the number of articles that are done. An error ends the work, as `stopped` does.
using Report = std::function<Result<void>(std::size_t done)>;

/// Extracts the article of every input again, on `threads` threads, and folds duplicates. Checks `stopped` between
/// batches and then ends with Interrupted; finished batches stay.
Result<ReextractionSummary> reextract_articles(store::Database& database, const Knowledge& knowledge, unsigned threads,
                                               const std::function<bool()>& stopped, const Report& report = {});

/// Writes all articles into a new index and makes it the live one. Returns their number. The caller
/// holds the WriterLock.
Result<std::size_t> write_index(const DataDirectory& directory, store::Database& database,
                                const std::vector<index::SourceNote>& notes, const std::function<bool()>& stopped,
                                const Report& report = {});

} // namespace trawl::crawl
