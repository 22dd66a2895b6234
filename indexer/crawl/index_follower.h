// SPDX-License-Identifier: GPL-3.0-or-later
/// Keeps the index up with the article store, on a thread of its own: reads what changed since the index's last commit,
/// applies it, commits by size and time. The store is the queue, so a full index disk or a kill loses nothing: the next
/// run goes on where the index stopped.
#pragma once

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
  std::size_t commit_bytes = 32u << 20;          ///< of text
  std::chrono::milliseconds commit_after{5'000}; ///< a crawl is slow; readers want its articles soon
};

class IndexFollower {
 public:
  /// Opens the live index and begins. The caller holds the WriterLock and has opened the store. `sources` is what the
  /// first commit tells readers of them, if it is not empty.
  static Result<IndexFollower> start(const DataDirectory& directory, std::vector<index::SourceNote> sources = {},
                                     const FollowerOptions& options = {});

  ~IndexFollower(); ///< stops without the last commit, unless `finish` was called
  IndexFollower(IndexFollower&&) noexcept;
  IndexFollower& operator=(IndexFollower&&) noexcept;

  /// The store has committed something.
  void notify();

  /// What went wrong, as soon as it did; following has stopped then.
  std::optional<Error> error() const;

  /// Applies all that the store holds, tells readers about the sources, commits, and ends the thread. With
  /// `sources` empty what the index says of them stays.
  Result<void> finish(std::vector<index::SourceNote> sources);

 private:
  struct Impl;
  explicit IndexFollower(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

} // namespace trawl::crawl
