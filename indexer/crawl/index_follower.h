// SPDX-License-Identifier: GPL-3.0-or-later
/// Keeps the index of the data directory up to date with the article store.
#pragma once

#include "indexer/crawl/store_follower.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/index/index_state.h"
#include "shared/index/index_writer.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::crawl {

struct FollowerOptions {
  std::size_t commit_bytes = 32u << 20; ///< of article text
  std::size_t commit_articles = index::kMostPending;
  /// So that articles can be found while a crawl runs. A commit writes blocks all over the database: some 100 MB.
  std::chrono::milliseconds commit_after{60'000};
};

class IndexFollower : public StoreFollower {
 public:
  /// Opens the live index and starts the thread. The caller holds the WriterLock and has opened the store. `sources`,
  /// if not empty, goes into the index with the first commit. An index that is damaged or ahead of the store is
  /// rebuilt from it first, which `rebuilt` is told of; IndexDamaged if it was made from another store
  /// (index_recovery.h).
  static Result<IndexFollower> start(const DataDirectory& directory, std::vector<index::SourceNote> sources = {},
                                     const FollowerOptions& options = {}, const Applied& rebuilt = {});

  /// What was wrong with the index when `start` had to rebuild it ("was …"); empty if nothing was.
  std::string_view recovered_from() const { return recovered_from_; }

 private:
  IndexFollower(store::Database database, std::unique_ptr<FollowedIndex> index)
      : StoreFollower(std::move(database), std::move(index), "index articles") {}

  std::string_view recovered_from_;
};

} // namespace trawl::crawl
