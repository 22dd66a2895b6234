// SPDX-License-Identifier: GPL-3.0-or-later
/// Writes articles into the index: the live one, or a new one that replaces it when it is complete. The caller holds
/// the data directory's WriterLock. Not for two threads at once.
///
/// Everything between two commits is one transaction: a program that stops, is killed or drops its writer leaves the
/// last commit as it was, and readers never see half of one.
///
/// A commit writes blocks in every part of the database's B-trees, so many articles at once go to databases of their
/// own first, which are compacted into one with the live one (`set_aside`).
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
  /// Opens the live index; makes an empty one if there is none. Locked, Disk, Permission, IndexDamaged.
  static Result<IndexWriter> open_live(const DataDirectory& directory);

  /// Begins a new, empty index beside the live one, which continues to serve. `publish` makes it live; until then
  /// nobody sees it, and a program that stops has to build it again. Disk, Permission.
  static Result<IndexWriter> create(const DataDirectory& directory);

  ~IndexWriter();
  IndexWriter(IndexWriter&&) noexcept;
  IndexWriter& operator=(IndexWriter&&) noexcept;

  /// Adds the article, or replaces the one with the same id. One that is gone is hidden, and only found if asked for.
  /// BadInput if its id does not have the form of one.
  Result<void> put(const Article& article);
  /// Removes the article, if there is one, and leaves a tombstone (`IndexReader::was_removed`).
  Result<void> remove(std::string_view id);
  /// Replaces what readers learn about the sources.
  Result<void> set_sources(const std::vector<SourceNote>& sources);

  /// Names the crawl.db that the articles are from (store::store_id).
  void set_store(std::string name);
  /// The name of the crawl.db that this index was made from; empty if it is not known.
  const std::string& store() const;

  /// Makes everything since the last commit durable and visible to readers. `store_sequence`: how far the article store
  /// has been applied; after a crash the crawler continues from there. Without a change since the last commit, the
  /// revision stays the same. Disk on a full disk: the last commit stays whole.
  Result<void> commit(std::uint64_t store_sequence);

  /// Commits, and puts all that comes before the next commit aside: for more than kMostPending articles at once. What
  /// is aside is neither durable nor visible until then.
  Result<void> set_aside(std::uint64_t store_sequence);

  /// Writes the database anew without space between its blocks. Disk, as above.
  Result<void> compact();

  /// Commits, and makes this index the live one by replacing the stub. Internal unless made by `create`.
  Result<void> publish(std::uint64_t store_sequence);

  /// Learns from the committed articles what ranking knows beside words (learn_words.h), if that is due; commits and
  /// compacts.
  Result<void> learn_meaning();

  /// The sequence of the last commit, 0 for a new index.
  std::uint64_t store_sequence() const;
  /// Of the articles that are not gone.
  std::size_t document_count() const;
  /// Bytes of text, and articles, put since the last commit; callers use them to decide when to commit.
  std::size_t pending_bytes() const;
  std::size_t pending_articles() const;

 private:
  struct Impl;
  explicit IndexWriter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

} // namespace trawl::index
