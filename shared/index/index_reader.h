// SPDX-License-Identifier: GPL-3.0-or-later
/// A snapshot of the live generation: the Xapian database, and columns of the filter fields by document number. It
/// stays as it is while writers commit. Not for two threads at once, as a Xapian database is not.
#pragma once

#include "shared/article/article_record.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/index/columns/columns.h"
#include "shared/index/columns/columns_cache.h"
#include "shared/index/generation.h"
#include "shared/index/revision.h"
#include "shared/index/source_notes.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <xapian.h>

namespace trawl::index {

class IndexReader {
 public:
  /// Opens the newest commit. Readers that get the same cache share their columns. NoIndex, IndexDamaged.
  static Result<std::shared_ptr<IndexReader>> open(const DataDirectory& directory,
                                                   std::shared_ptr<ColumnsCache> cache = nullptr);

  /// Whether there is a newer commit or generation; if so, call `refresh`. Costs a stat and, if the stub is unchanged,
  /// one read: 5 µs.
  bool is_stale() const;

  /// The newest snapshot, with the same cache. Reads only the documents that changed. Errors as `open`.
  Result<std::shared_ptr<IndexReader>> refresh() const { return open(directory_, cache_); }

  /// The database of this snapshot. Exceptions of Xapian are turned into results by `guarded` (xapian_guard.h).
  Xapian::Database& database() { return database_; }
  const Columns& columns() const { return *columns_; }
  std::uint64_t generation() const { return generation_; }
  std::uint64_t revision() const { return revision_.number; }
  Moment committed() const { return revision_.committed; }

  /// The document number of the article that this id leads to: its own id first, then another of its names
  /// (article_names.h). 0 if there is none. Throws Xapian's exceptions: call it within `guarded`.
  Xapian::docid find(std::string_view article_id);

  /// Whether an article of this id was ever removed; it may have been added again since. Throws as `find` does.
  bool was_removed(std::string_view article_id);

  /// Reads an article, with or without its text. NotFound if the number is not in use; IndexDamaged.
  Result<Article> article(Xapian::docid document, RecordPart part);

  Result<std::vector<SourceNote>> sources();

  /// Bytes of the generation on disk.
  std::uintmax_t bytes() const;

 private:
  IndexReader() = default;

  static Result<std::shared_ptr<IndexReader>> open_once(const DataDirectory& directory,
                                                        const std::shared_ptr<ColumnsCache>& cache);
  Result<Columns> make_columns(const ColumnsCache::Entry& held) const;
  Result<SharedBytes> map_document_store() const;
  std::shared_ptr<const PostingLists> open_posting_lists() const;

  DataDirectory directory_;
  std::shared_ptr<ColumnsCache> cache_;
  FileStamp stub_;
  Xapian::Database database_;
  mutable Xapian::Database probe_; ///< to notice commits: reopening `database_` would change the snapshot
  std::shared_ptr<const Columns> columns_;
  std::uint64_t generation_ = 0;
  Revision revision_;
  mutable bool stale_ = false;
};

} // namespace trawl::index
