// SPDX-License-Identifier: GPL-3.0-or-later
/// What one request sees: a snapshot of the index, the labels of its sources, and what engines of one process share.
#pragma once

#include "shared/index/index_reader.h"
#include "shared/search/response.h"
#include "shared/search/results/cached_rankings.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// Shared by the engines of one process, each in its thread: columns in memory once, and pages that any of them goes on
/// with.
struct EngineCache {
  std::shared_ptr<index::ColumnsCache> columns = std::make_shared<index::ColumnsCache>();
  CachedRankings orders;
};

struct Snapshot {
  std::shared_ptr<index::IndexReader> reader;
  std::vector<index::SourceNote> notes;
  std::map<std::string, std::string, std::less<>> labels; ///< source id to label

  const index::Columns& columns() const { return reader->columns(); }
  IndexState state() const { return {reader->generation(), reader->revision()}; }

  /// The label of a source; its id if it has none.
  std::string label(std::string_view source) const {
    const auto it = labels.find(source);
    return it == labels.end() || it->second.empty() ? std::string(source) : it->second;
  }
};

/// The snapshot of an open reader.
Result<Snapshot> make_snapshot(std::shared_ptr<index::IndexReader> reader);

} // namespace trawl::search
