// SPDX-License-Identifier: GPL-3.0-or-later
/// What all threads read of one revision of the index: a number or the values of each document, from the value slots of
/// its Xapian database, and the posting lists that were decoded lately. Made anew after a commit.
///
/// Every call may throw as Xapian does. `database`: always of this revision.
#pragma once

#include "shared/base/on_demand.h"
#include "shared/index/columns/value_column.h"
#include "shared/index/postings/posting_list.h"
#include "shared/index/postings/recent_cache.h"
#include "shared/meaning/vectors.h"
#include "shared/schema/fields.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <xapian.h>

namespace trawl::index {

inline constexpr std::int64_t kUndated = INT64_MIN;
inline constexpr std::size_t kFields = schema::kFilterFields.size();

/// Words of at least so many articles are frequent.
inline constexpr std::uint32_t kFrequentDf = 8;

/// The passages of all documents (shared/meaning/words.h).
struct PassageColumn {
  std::vector<meaning::PackedVector> passages;
  std::vector<std::uint32_t> ends; ///< by document

  std::span<const meaning::PackedVector> of(std::uint32_t document) const {
    return std::span(passages).subspan(ends[document - 1], ends[document] - ends[document - 1]);
  }
};

class ColumnState {
 public:
  /// Of the articles that are not gone, or of all.
  ColumnState(const Xapian::Database& database, bool with_gone);

  // By document number; those of numbers that are not in use are 0 or kUndated.
  std::vector<std::uint32_t> words, title_words;

  std::uint32_t last_document = 0; ///< document numbers are 1 … last_document; some are not in use
  std::uint32_t live_documents = 0;
  double average_words = 0, average_title_words = 0; ///< mean over live documents
  std::vector<std::uint64_t> live;                   ///< bitmap
  std::vector<std::uint64_t> gone;                   ///< bitmap of withdrawn articles; empty if there are none

  bool is_live(std::uint32_t document) const { return has(live, document); }
  bool is_gone(std::uint32_t document) const { return has(gone, document); }
  /// Whether the database has articles that are not in the columns.
  bool hides_any() const { return hides_any_; }

  // Read when they are first needed.
  /// Of articles, as numbers, which order as their 16 hex digits do.
  const std::vector<std::uint64_t>& ids(const Xapian::Database& database) const;
  const std::vector<std::int64_t>&
  published(const Xapian::Database& database) const; ///< seconds since 1970 or kUndated
  const std::vector<std::int64_t>& published_days(const Xapian::Database& database) const;
  const ValueColumn& field(std::size_t i, const Xapian::Database& database) const;
  /// Null while so few were asked for that those of all documents need not be read.
  const PassageColumn* passages(const Xapian::Database& database) const;
  const std::vector<std::string>& frequent_words(char first, const Xapian::Database& database) const;

  RecentCache<std::string, Postings>& postings() const { return postings_; }

 private:
  static bool has(std::span<const std::uint64_t> bitmap, std::uint32_t document) {
    return document / 64 < bitmap.size() && (bitmap[document / 64] >> (document % 64) & 1) != 0;
  }
  void read_live(const Xapian::Database& database, bool with_gone);

  bool hides_any_ = false;
  OnDemand<std::vector<std::uint64_t>> ids_;
  OnDemand<std::vector<std::int64_t>> published_, days_;
  OnDemand<ValueColumn> fields_[kFields];
  OnDemand<PassageColumn> passages_;
  mutable std::atomic<std::size_t> passages_read_ = 0;
  OnDemand<std::vector<std::string>> frequent_words_[256]; ///< by first byte
  mutable RecentCache<std::string, Postings> postings_;
};

} // namespace trawl::index
