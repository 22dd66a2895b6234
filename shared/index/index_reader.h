// SPDX-License-Identifier: GPL-3.0-or-later
/// A snapshot of the index: one revision of its database. It stays as it is while a writer commits once; after more
/// commits, blocks may have been written over that it still has to read, and reading throws
/// Xapian::DatabaseModifiedError: then a new snapshot has to be opened.
#pragma once

#include "shared/article/article_record.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/index/columns/columns.h"
#include "shared/index/index_folder.h"
#include "shared/index/index_state.h"
#include "shared/index/source_notes.h"
#include "shared/meaning/word_table.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

/// What the readers of a process share: what they read of a revision, as long as one of them uses it. For any number of
/// threads.
class IndexCache {
 public:
  // Both throw as Xapian does.
  std::shared_ptr<const ColumnState> columns(const Xapian::Database& database, bool with_gone);
  /// What was learnt of the words; null if nothing was.
  std::shared_ptr<const meaning::WordTable> words(const Xapian::Database& database);

 private:
  template <typename Value>
  using Known = std::map<std::string, std::weak_ptr<const Value>>;
  template <typename Value, typename Make>
  std::shared_ptr<const Value> get(Known<Value>& known, const std::string& name, Make make);

  std::mutex mutex_;
  Known<ColumnState> columns_;      ///< by database and revision
  Known<meaning::WordTable> words_; ///< by database, and from how many articles they were learnt
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
  /// What was learnt of the words; null if nothing was.
  const meaning::WordTable* words() const { return words_.get(); }
  /// The number of the database; another one once it was made anew.
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
  Result<Article> article(const StoredDocument& stored, ArticlePart part) const;

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
  std::shared_ptr<const meaning::WordTable> words_;
  std::uint64_t generation_ = 0, identity_ = 0;
  CommitState state_;
};

/// Reads an article of a database without a snapshot; nullopt if it is damaged.
std::optional<Article> read_article(const StoredDocument& stored, ArticlePart part);

} // namespace trawl::index
