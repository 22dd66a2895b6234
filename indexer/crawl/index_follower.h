// SPDX-License-Identifier: GPL-3.0-or-later
/// Keeps the index up to date with the article store on its own thread: reads the changes since the index's last
/// commit, applies them, and commits by size and time. The store is the queue, so a full disk or a kill loses nothing:
/// the next run continues where the index stopped.
#pragma once

#include "indexer/crawl/follower.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/index/index_writer.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace trawl::crawl {

struct FollowerOptions {
  std::size_t commit_bytes = 32u << 20;          ///< of article text
  std::chrono::milliseconds commit_after{5'000}; ///< so that articles can be found while a slow crawl runs
};

class IndexFollower : public Follower {
 public:
  /// Opens the live index and starts the thread. The caller holds the WriterLock and has opened the store. `sources`,
  /// if not empty, goes into the index with the first commit. An index that is damaged or ahead of the store is
  /// rebuilt from it first; IndexDamaged if it was made from another store (index_recovery.h).
  static Result<IndexFollower> start(const DataDirectory& directory, std::vector<index::SourceNote> sources = {},
                                     const FollowerOptions& options = {});

  ~IndexFollower() override;
  IndexFollower(IndexFollower&&) noexcept;
  IndexFollower& operator=(IndexFollower&&) noexcept;

  /// What was wrong with the index when `start` had to rebuild it ("was …"); empty if nothing was.
  std::string_view recovered_from() const;

  void notify() override;
  std::optional<Error> error() const override;
  Result<void> finish(std::vector<index::SourceNote> sources) override;

 private:
  struct Impl;
  explicit IndexFollower(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

} // namespace trawl::crawl
