// SPDX-License-Identifier: GPL-3.0-or-later
/// The thread of a follower whose index is in the data directory: reads the changes of the article store, applies them
/// to the index, and lets it commit by size and time. The store is the queue, so a full disk or a kill loses nothing:
/// the next run continues where the index stopped.
#pragma once

#include "indexer/crawl/follower.h"
#include "indexer/store/sqlite.h"
#include "shared/article/article.h"
#include "shared/base/result.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace trawl::crawl {

/// An index that is kept up to date. Its functions are called on the follower's thread.
class FollowedIndex {
 public:
  virtual ~FollowedIndex() = default;

  /// Up to which change the index has been committed.
  virtual std::uint64_t sequence() const = 0;
  virtual Result<void> put(const Article& article) = 0;
  virtual Result<void> remove(std::string_view id) = 0;
  /// Whether it takes articles that are gone, too; else they are removed.
  virtual bool keeps_gone() const { return false; }
  virtual Result<void> commit(std::uint64_t sequence) = 0;
  /// Whether so much was written since the last commit that it must not wait.
  virtual bool is_full() const = 0;
  /// How long a change may wait for its commit.
  virtual std::chrono::milliseconds commit_after() const = 0;
  /// All changes that the store has now were applied.
  virtual Result<void> catch_up(std::uint64_t) { return {}; }
  /// The last commit.
  virtual Result<void> finish(const std::vector<index::SourceNote>& sources, std::uint64_t sequence) = 0;

 protected:
  FollowedIndex() = default;
  FollowedIndex(const FollowedIndex&) = default;
  FollowedIndex& operator=(const FollowedIndex&) = default;
};

class StoreFollower : public Follower {
 public:
  /// Starts the thread, which has this name (at most 15 bytes).
  StoreFollower(store::Database database, std::unique_ptr<FollowedIndex> index, const char* name);
  ~StoreFollower() override;
  StoreFollower(StoreFollower&&) noexcept;
  StoreFollower& operator=(StoreFollower&&) noexcept;

  void notify() override;
  std::optional<Error> error() const override;
  Result<void> finish(std::vector<index::SourceNote> sources) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace trawl::crawl
