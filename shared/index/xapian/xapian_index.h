// SPDX-License-Identifier: GPL-3.0-or-later
/// The Xapian database of a data directory, opened for searching. Its values become columns, as segments have them, so
/// filters, facets, dates and orders are computed in the same way for both; its terms are read when they are asked for.
#pragma once

#include "shared/article/article.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/index/columns/columns.h"
#include "shared/index/generation.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <xapian.h>

namespace trawl::index {

/// The values of all documents of one state of the database, as a segment without terms.
struct XapianRows {
  std::string state; ///< of which database and revision
  std::shared_ptr<const Segment> segment;
  std::vector<std::uint64_t> unused; ///< bitmap of the numbers that no document has
  CorpusSummary summary;
};

/// The rows of the newest state, which the indexes of all threads share. For any number of threads.
class XapianRowsCache {
 public:
  /// Reads the values if there are none of this state. Throws as Xapian does. Disk, Exhausted.
  Result<std::shared_ptr<const XapianRows>> rows(const Xapian::Database& database);

 private:
  std::mutex mutex_;
  std::shared_ptr<const XapianRows> newest_;
};

/// One state of the database, for one thread. Document numbers are Xapian's. Every call but `open` and `is_stale` may
/// throw as Xapian does; also when a writer has committed twice since it was opened.
class XapianIndex final : public OtherTerms {
 public:
  /// NoIndex if there is none; IndexDamaged, Permission.
  static Result<std::shared_ptr<XapianIndex>> open(const DataDirectory& directory, XapianRowsCache& cache);

  /// Whether there is a newer state.
  bool is_stale() const;
  const std::filesystem::path& folder() const { return folder_; }
  const Xapian::Database& database() const { return database_; }
  const Columns& columns() const { return *columns_; }
  /// How far the store's changes are in it.
  std::uint64_t sequence() const { return sequence_; }

  /// Bytes of what was read of terms, which stays as long as this object.
  std::size_t kept_bytes() const { return kept_bytes_; }

  /// The document of an article; 0 if there is none.
  std::uint32_t find_article(std::string_view id) const;
  /// A document's data, which Omega reads, as an article; without its text.
  Article article(std::uint32_t document) const;
  /// The postings of one of the database's own terms.
  Xapian::PostingIterator begin(const std::string& term) const;
  Xapian::PostingIterator end() const { return {}; }

  // Terms are those of segments.
  PostingList find(std::string_view term) const override;
  void for_each_term(std::string_view prefix,
                     const std::function<void(std::string_view, std::size_t)>& visit) const override;
  void positions(std::string_view stem_term, std::uint32_t document, std::vector<std::uint32_t>& out) const override;

 private:
  XapianIndex(std::filesystem::path folder, Xapian::Database database)
      : folder_(std::move(folder)), database_(std::move(database)) {}
  const std::vector<std::string>& words_of(std::string_view stem) const;

  /// A posting list in the form that ranking reads.
  struct Packed {
    std::uint32_t df = 0;
    std::string bytes;
  };

  std::filesystem::path folder_;
  Xapian::Database database_;
  FileStamp stub_, commit_;
  std::filesystem::path stub_path_;
  std::uint64_t sequence_ = 0;
  std::shared_ptr<const XapianRows> rows_;
  std::optional<Columns> columns_;
  mutable std::size_t kept_bytes_ = 0;
  mutable std::unordered_map<std::string, Packed> packed_;
  mutable std::unordered_map<std::string, std::vector<std::string>> words_; ///< by stem
};

} // namespace trawl::index
