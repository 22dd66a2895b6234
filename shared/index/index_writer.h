// SPDX-License-Identifier: GPL-3.0-or-later
/// Writes articles into one generation of the index. The caller holds the data directory's WriterLock.
///
/// Everything between two commits is one transaction: a program that stops, is killed or drops its writer leaves the
/// last commit as it was, and readers never see half of one.
#pragma once

#include "shared/article/article.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/index/source_notes.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

class IndexWriter {
 public:
  /// The live generation, made (gen-000001) when there is none.
  static Result<IndexWriter> open_live(const DataDirectory& directory);

  /// A new, empty generation beside the live one, which goes on serving. `publish` makes it live; before that nobody
  /// sees it, a commit only counts, and a program that stops has to build it again.
  static Result<IndexWriter> create_generation(const DataDirectory& directory);

  ~IndexWriter();
  IndexWriter(IndexWriter&&) noexcept;
  IndexWriter& operator=(IndexWriter&&) noexcept;

  /// Adds the article, or replaces the one with the same id. BadInput if its id has not the form of one.
  Result<void> put(const Article& article);
  /// Takes the article out, if there is one; readers are told that it was here (`IndexReader::was_removed`).
  Result<void> remove(std::string_view id);
  Result<void> set_sources(const std::vector<SourceNote>& sources);

  /// Makes everything since the last commit visible to readers and durable. `store_sequence`: how far the article store
  /// has been applied; after a crash the crawler goes on from there. Disk on a full disk: the last commit stays whole.
  Result<void> commit(std::uint64_t store_sequence);

  /// The last commit of a run: what readers have to look up apart is put in order, as nobody waits for the next commit.
  Result<void> finish(std::uint64_t store_sequence);

  /// The sequence of the last commit, 0 for a new generation.
  std::uint64_t store_sequence() const;
  std::size_t document_count() const;
  /// Bytes of text put since the last commit; callers commit by it.
  std::size_t pending_bytes() const;

  /// Commits, compacts, and makes this generation the live one by renaming the stub; older generations are removed
  /// once no longer named. Only for `create_generation`.
  Result<void> publish(std::uint64_t store_sequence);

 private:
  struct Impl;
  explicit IndexWriter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

} // namespace trawl::index
