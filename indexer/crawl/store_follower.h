// SPDX-License-Identifier: GPL-3.0-or-later
/// Keeps an index up to date with the article store, on a thread of its own: reads the store's changes, applies them to
/// the index, and lets it commit by size and time. The store is the queue, so a full disk, a kill or a cluster that is
/// away loses nothing: the next run continues where the index stopped.
#pragma once

#include "indexer/crawl/follower.h"
#include "indexer/store/article_store.h"
#include "shared/article/article.h"
#include "shared/base/result.h"
#include "shared/store/sqlite.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace trawl::crawl {

/// The state of the thread after a pause.
struct FollowerState {
  bool is_leaving = false;                                                ///< it is to stop without a last commit
  std::optional<std::chrono::steady_clock::time_point> finish_since = {}; ///< when `finish` was called
};

/// An index that is kept up to date. Its functions are called on the follower's thread.
class FollowedIndex {
 public:
  virtual ~FollowedIndex() = default;

  /// Called first. `pause` waits for at most so long, or until the state changes; it lives as long as the index.
  using Pause = std::function<FollowerState(std::chrono::milliseconds at_most)>;
  virtual Result<void> begin(store::Database&, const Pause&) { return {}; }
  /// Up to which change the index has been committed.
  virtual std::uint64_t sequence() const = 0;
  /// Applies the change with the number `sequence`.
  virtual Result<void> put(const Article& article, std::uint64_t sequence) = 0;
  virtual Result<void> remove(std::string_view id, std::uint64_t sequence) = 0;
  /// Which articles it has; the others are removed.
  virtual store::Articles wanted() const { return store::Articles::Living; }
  virtual Result<void> commit(std::uint64_t sequence) = 0;
  /// Whether so much was written since the last commit that it must not wait.
  virtual bool is_full() const = 0;
  /// Called when it is full.
  virtual Result<void> make_room(std::uint64_t sequence) { return commit(sequence); }
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
  Result<void> finish(std::vector<index::SourceNote> sources, Applied applied = {}) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace trawl::crawl
