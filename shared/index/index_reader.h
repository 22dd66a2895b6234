// SPDX-License-Identifier: GPL-3.0-or-later
/// A snapshot of the index: the shards of one commit (columns.h). It stays as it is while a writer commits once; after
/// more commits, a shard may have lost blocks that it still has to read, and reading throws
/// Xapian::DatabaseModifiedError: then a new snapshot has to be opened.
#pragma once

#include "shared/article/article_record.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/index/columns/columns.h"
#include "shared/index/index_folder.h"
#include "shared/index/index_state.h"
#include "shared/index/lag.h"
#include "shared/index/meaning_file.h"
#include "shared/index/source_notes.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::index {

/// What the readers of a process share. For any number of threads.
class IndexCache {
 public:
  /// `pause`: see LagWatch.
  explicit IndexCache(std::chrono::milliseconds pause = std::chrono::seconds(1)) : lag(pause) {}

  ShardCache shards;
  LagWatch lag;

  /// What was learnt from the articles of an index; null if nothing was. IndexDamaged, Permission.
  Result<std::shared_ptr<const MeaningFile>> meaning(const DataDirectory& directory);

 private:
  std::mutex mutex_;
  std::pair<FileStamp, FileStamp> meaning_stamps_; ///< of its file, and of what was added
  std::shared_ptr<const MeaningFile> meaning_;
};

/// For one thread.
class IndexReader {
 public:
  /// Opens the newest commit. NoIndex, IndexDamaged.
  static Result<std::shared_ptr<IndexReader>> open(const DataDirectory& directory,
                                                   std::shared_ptr<IndexCache> cache = nullptr);

  /// Whether there is a newer commit; if so, open a new reader. Costs two calls of stat: 2 µs.
  bool is_stale() const;

  const Columns& columns() const { return *columns_; }
  /// The same snapshot with the articles that are gone; null if there are none.
  std::shared_ptr<IndexReader> with_gone() const;
  /// What was learnt from the articles; null if nothing was, or it cannot be read.
  const meaning::Texts* meaning() const { return meaning_.get(); }
  /// Whether what was learnt cannot be read.
  bool is_meaning_damaged() const { return cannot_read_meaning_ || (meaning_ && meaning_->is_damaged()); }
  /// Grows when all shards were made anew.
  std::uint64_t generation() const { return generation_; }
  std::uint64_t revision() const { return state_.revision; } ///< the number of the commit
  Moment committed() const { return state_.committed; }
  const CommitState& state() const { return state_; }
  std::uint64_t identity() const { return identity_; } ///< differs between indexes of equal generation and revision

  /// The document number of the article that this id leads to (Columns::find); 0 if there is none.
  std::uint32_t find(std::string_view article_id) const;

  /// Whether an article of this id was ever removed; it may have been added again since.
  bool was_removed(std::string_view article_id) const;

  /// Reads an article, with or without its text. NotFound if the number is not in use; IndexDamaged.
  Result<Article> article(std::uint32_t document, ArticlePart part) const;
  /// The same from what is stored of it.
  Result<Article> article(std::uint32_t document, const StoredDocument& stored, ArticlePart part) const;

  /// Bytes of the index on disk.
  std::uintmax_t bytes() const { return bytes_of_index(directory_); }

  Result<std::vector<SourceNote>> sources() const { return source_notes_from_json(state_.sources); }

 private:
  IndexReader() = default;
  static Result<std::shared_ptr<IndexReader>> open_once(const DataDirectory& directory,
                                                        const std::shared_ptr<IndexCache>& cache);

  DataDirectory directory_;
  std::filesystem::path stub_path_, commit_path_; ///< looked at before every search
  FileStamp stub_, commit_;
  std::shared_ptr<const Columns> columns_;
  std::shared_ptr<const Columns> with_gone_; ///< null if no article is gone
  std::shared_ptr<const MeaningFile> meaning_;
  bool cannot_read_meaning_ = false;
  std::uint64_t generation_ = 0, identity_ = 0;
  CommitState state_;
};

} // namespace trawl::index
