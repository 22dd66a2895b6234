// SPDX-License-Identifier: GPL-3.0-or-later
/// Keeps an index up to date with the article store, on a thread of its own: the one of the data directory, or one in a
/// cluster (cluster_update.h). It is caught up from the store's sequence, or made anew. The store is the queue, so a
/// full disk, a kill or a cluster that is away loses nothing: the next run continues where the index stopped.
#pragma once

#include "indexer/store/article_store.h"
#include "shared/article/article.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/index/index_state.h"
#include "shared/index/index_writer.h"
#include "shared/index/source_notes.h"
#include "shared/store/sqlite.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace trawl::crawl {

/// Called first with none, and on any thread, when so many changes of all are in an index. Its last commit follows.
using Applied = std::function<void(std::size_t done, std::size_t all)>;

/// An index that is kept up to date. Its functions are called on the update's thread.
class UpdatedIndex {
 public:
  virtual ~UpdatedIndex() = default;

  /// Called first, and again after a call failed: all changes after `sequence` follow once more.
  virtual Result<void> begin(store::Database&) { return {}; }
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
  /// The last commit.
  virtual Result<void> finish(const std::vector<index::SourceNote>& sources, std::uint64_t sequence) = 0;

 protected:
  UpdatedIndex() = default;
  UpdatedIndex(const UpdatedIndex&) = default;
  UpdatedIndex& operator=(const UpdatedIndex&) = default;
};

/// For an index that may be away for a while: a call that fails with Network is then not the end.
struct Patience {
  std::chrono::milliseconds at_end{0};                 ///< how long `finish` waits for it
  std::chrono::milliseconds first_pause{0};            ///< before it is tried again; doubled with each failure in a row
  std::function<void(const Error& trouble)> warn = {}; ///< called once, on the update's thread
};

/// When the index of the data directory commits.
struct CommitOptions {
  std::size_t commit_bytes = 32u << 20; ///< of article text
  std::size_t commit_articles = index::kMostPending;
  /// So that articles can be found while a crawl runs. A commit writes blocks all over the database: some 100 MB.
  std::chrono::milliseconds commit_after{60'000};
};

/// Its functions are called on the owner's thread.
class IndexUpdate {
 public:
  /// Opens the live index and starts the thread. The caller holds the WriterLock and has opened the store. `sources`,
  /// if not empty, goes into the index with the first commit. An index that is damaged, ahead of the store (as after a
  /// power failure, if the disk had confirmed writes that it had not done), or made from another one is made anew from
  /// it first, which `made` is told of. IndexDamaged, and nothing is touched, if the store is empty.
  static Result<IndexUpdate> start(const DataDirectory& directory, std::vector<index::SourceNote> sources = {},
                                   const CommitOptions& options = {}, const Applied& made = {});

  /// Starts the thread, which has this name (at most 15 bytes).
  IndexUpdate(store::Database database, std::unique_ptr<UpdatedIndex> index, const char* name, Patience patience = {});
  ~IndexUpdate(); ///< stops without a last commit, unless `finish` was called
  IndexUpdate(IndexUpdate&&) noexcept;
  IndexUpdate& operator=(IndexUpdate&&) noexcept;

  /// What was wrong with the index if `start` had to make it anew ("was …"); empty if nothing was.
  std::string_view trouble() const { return trouble_; }

  /// The store has committed changes.
  void notify();

  /// The error that has stopped the thread, if any.
  std::optional<Error> error() const;

  /// Applies all changes in the store, writes `sources` to the index, commits, and ends the thread. If `sources` is
  /// empty, the index keeps what it has about them. Interrupted as soon as `stopped`, which is asked now and then.
  Result<void> finish(
      std::vector<index::SourceNote> sources, Applied applied = {},
      const std::function<bool()>& stopped = [] { return false; });

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  std::string_view trouble_;
};

} // namespace trawl::crawl
