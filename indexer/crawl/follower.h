// SPDX-License-Identifier: GPL-3.0-or-later
/// What keeps an index up to date with the article store, on a thread of its own: the local index
/// (index_follower.h) or one in a cluster (cluster_follower.h). The store is the queue, so nothing is lost when the
/// index cannot be written: the next run continues where it stopped.
#pragma once

#include "shared/base/result.h"
#include "shared/index/source_notes.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace trawl::crawl {

/// Called first with none, and on any thread, when so many changes of all are in an index. Its last commit follows.
using Applied = std::function<void(std::size_t done, std::size_t all)>;

/// Its functions are called on the owner's thread.
class Follower {
 public:
  virtual ~Follower() = default; ///< stops without a last commit, unless `finish` was called

  /// The store has committed changes.
  virtual void notify() = 0;

  /// The error that has stopped the thread, if any.
  virtual std::optional<Error> error() const = 0;

  /// Applies all changes in the store, writes `sources` to the index, commits, and ends the thread. If `sources` is
  /// empty, the index keeps what it has about them.
  virtual Result<void> finish(std::vector<index::SourceNote> sources, Applied applied = {}) = 0;

 protected:
  Follower() = default;
  Follower(const Follower&) = default;
  Follower& operator=(const Follower&) = default;
};

} // namespace trawl::crawl
