// SPDX-License-Identifier: GPL-3.0-or-later
/// Writes articles into the Xapian database of a data directory: the live one, or a new one that takes its place when
/// it is complete. The caller holds the data directory's WriterLock. Not for two threads at once.
///
/// As with IndexWriter, everything between two commits is one transaction, and a program that is killed leaves the last
/// commit. It is a database of its own, with its own record of how far the store's changes are in it: one of its
/// commits writes blocks of 8 KB in six B-trees, and a commit of segments need not wait for that.
#pragma once

#include "shared/article/article.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/index/xapian/xapian_folder.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace trawl::index {

class XapianWriter {
 public:
  /// Opens the live database. `store`: the id of the crawl.db that is followed. IndexDamaged if there is none, if it is
  /// of another store or version, or damaged: then it has to be made again. Locked, Disk, Permission.
  static Result<XapianWriter> open_live(const DataDirectory& directory, const std::string& store);

  /// Makes an empty database beside the live one. `publish` makes it live; a program that stops before has to build it
  /// again. Disk, Permission.
  static Result<XapianWriter> create(const DataDirectory& directory, const std::string& store);

  /// Adds the article, or replaces the one with the same id.
  Result<void> put(const Article& article);
  Result<void> remove(std::string_view id);

  /// `sequence`: how far the store's changes are applied. Disk on a full disk: the last commit stays whole.
  Result<void> commit(std::uint64_t sequence);

  /// Commits, writes the database compacted into a new folder and makes that live. The writer continues there.
  Result<void> publish(std::uint64_t sequence);

  bool is_live() const { return is_live_; }
  std::uint64_t sequence() const { return state_.sequence; }
  /// Bytes of text since the last commit.
  std::size_t pending_bytes() const { return pending_bytes_; }
  /// Whether half of the documents were written since it was compacted.
  bool is_loose() const;

 private:
  XapianWriter(DataDirectory directory, std::filesystem::path folder, Xapian::WritableDatabase database,
               XapianState state, bool is_live)
      : directory_(std::move(directory)), folder_(std::move(folder)), database_(std::move(database)),
        state_(std::move(state)), is_live_(is_live) {}
  void note_words(const std::vector<std::pair<std::string, std::string>>& words_of_stems);

  DataDirectory directory_;
  std::filesystem::path folder_;
  Xapian::WritableDatabase database_;
  XapianState state_;
  bool is_live_;
  std::size_t pending_bytes_ = 0;
  std::unordered_set<std::string> noted_; ///< stems with a word that are in the database
};

} // namespace trawl::index
