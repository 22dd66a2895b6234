// SPDX-License-Identifier: GPL-3.0-or-later
/// Everything that a writing command needs, opened in the right order: catalogue, vocabulary, lock, store.
#pragma once

#include "indexer/commands/options.h"
#include "indexer/commands/workspace.h"
#include "indexer/crawl/index_update.h"
#include "indexer/crawl/pipeline/article_pipeline.h"
#include "shared/base/data_directory.h"
#include "shared/index/source_notes.h"
#include "shared/store/sqlite.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace trawl::commands {

/// How long a crawl waits for another writer. `crawl --watch` writes in short rounds, and most others end soon.
inline constexpr std::chrono::seconds kPatience{60};

/// Holds the writer lock as long as it lives.
struct WriteSession {
  DataDirectory directory;
  WriterLock lock;
  std::vector<schema::SourceDefinition> sources;       ///< of the catalogue
  std::vector<schema::SourceDefinition> known_sources; ///< these, and those remembered from other catalogues
  crawl::Knowledge knowledge;
  store::Database database;
  std::uint64_t least_free = 0; ///< bytes that are to stay free on the disk

  /// Locked: another process is still writing after `patience`. Interrupted: a signal came before that. Else the errors
  /// of reading the catalogue and of opening the store; Disk.
  static Result<WriteSession> open(const Options& options, std::chrono::seconds patience = {});
  /// The same with files that were read before.
  static Result<WriteSession> open(const Options& options, UserFiles files, std::chrono::seconds patience);

  /// Disk if less space is free than the user wants to keep free.
  Result<void> check_space() const;

  /// Stores the definitions of these sources, so that later commands do not need their catalogue.
  Result<void> remember(const std::vector<schema::SourceDefinition>& crawled);

  /// Starts the thread that keeps the index up to date, in the data directory or in a cluster. Warns if it had to
  /// rebuild the index first.
  Result<crawl::IndexUpdate> update_index(const Options& options, const crawl::CommitOptions& commits = {});

  /// The same of the one in a cluster. `is_anew`: of a new one, which replaces it at the end.
  Result<crawl::IndexUpdate> update_cluster(const Options& options, bool is_anew = false);

  /// Waits until the index has everything that the store has, and shows that it does: after a killed command
  /// that may take minutes. Interrupted once `stopped`.
  Result<void> finish(
      const Options& options, crawl::IndexUpdate& index, const std::function<bool()>& stopped = [] { return false; });

  /// See notes_for_readers.
  Result<std::vector<index::SourceNote>> notes();
};

} // namespace trawl::commands
