// SPDX-License-Identifier: GPL-3.0-or-later
/// One Xapian database of the index, opened for reading. A snapshot has one or a few, which share their numbering of
/// documents and of values. What all threads read of one state of it is shared; each thread has its own handle of the
/// database.
///
/// Every call may throw as Xapian does: the file may be damaged, or a writer may have committed twice since.
#pragma once

#include "shared/base/piece.h"
#include "shared/index/document/positions.h"
#include "shared/index/document/stored_document.h"
#include "shared/index/postings/posting_list.h"
#include "shared/index/postings/recent_cache.h"
#include "shared/index/shard/positions_file.h"
#include "shared/index/shard/rows.h"
#include "shared/index/shard/term_filter.h"
#include "shared/index/shard/value_table.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <xapian.h>

namespace trawl::index {

/// Words of at least so many articles of a shard are frequent there.
inline constexpr std::uint32_t kFrequentDf = 8;

/// What all threads read of one state of a shard.
class ShardState {
 public:
  /// Throws as Xapian does, DatabaseCorruptError also if our own metadata does not fit.
  ShardState(const std::filesystem::path& folder, const Xapian::Database& database);

  const RowColumns& rows() const { return rows_; }
  std::uint32_t base() const { return base_; }
  RecentCache<std::string, Postings>& postings() const { return postings_; }
  const PositionsFile& positions() const { return positions_; }

  // Read from the database when they are first needed; `database`: of this state.
  const FieldColumn& field(std::size_t i, const Xapian::Database& database) const;
  const ValueTable& values(std::size_t i, const Xapian::Database& database) const;
  const TermFilter& filter(bool of_common_terms, const Xapian::Database& database) const;
  const Dictionary& dictionary(const Xapian::Database& database) const;
  const std::vector<std::string>& frequent_words(char first, const Xapian::Database& database) const;

 private:
  RowColumns rows_;
  std::uint32_t base_ = 0;
  mutable RecentCache<std::string, Postings> postings_;
  PositionsFile positions_;
  OnDemand<FieldColumn> fields_[kFields];
  OnDemand<ValueTable> values_[kFields];
  OnDemand<TermFilter> filters_[2];
  OnDemand<Dictionary> dictionary_;
  OnDemand<std::vector<std::string>> frequent_words_[128]; ///< by first character
};

/// The states of the shards that are open in a process. For any number of threads.
class ShardCache {
 public:
  /// The state of an open database, which was read already if another reader has it.
  std::shared_ptr<const ShardState> state_of(const std::filesystem::path& folder, const Xapian::Database& database);

 private:
  std::mutex mutex_;
  std::map<std::string, std::weak_ptr<const ShardState>> states_; ///< by database and stamp
};

/// For one thread. Documents have the numbers of the database.
class Shard final : public PostingSource {
 public:
  Shard(const std::filesystem::path& folder, ShardCache& cache);
  Shard(const Shard&) = delete;
  Shard& operator=(const Shard&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  const Xapian::Database& database() const { return database_; }

  /// Numbers are base() + 1 … last(); the base is a multiple of 64. Rows have local numbers, from 1.
  std::uint32_t base() const { return state_->base(); }
  std::uint32_t last() const { return base() + documents(); }
  /// Numbers in use, those of removed documents included.
  std::uint32_t documents() const { return rows().last(); }

  const RowColumns& rows() const { return state_->rows(); }
  const FieldColumn& field(std::size_t i) const { return state_->field(i, database_); }
  const ValueTable& values(std::size_t i) const { return state_->values(i, database_); }
  /// Shows quickly that it lacks a word; `of_common_terms`: that fewer than kCommonDf articles have it.
  const TermFilter& filter(bool of_common_terms) const { return state_->filter(of_common_terms, database_); }

  /// The words that begin with an ASCII letter or digit and that at least kFrequentDf articles have, removed ones
  /// included, in order of their bytes. Those of one beginning are read once.
  const std::vector<std::string>& frequent_words(char first) const { return state_->frequent_words(first, database_); }

  /// The postings of a term; `offset` is added to the numbers of documents.
  PostingList find(std::string_view term, std::uint32_t offset) const;
  std::shared_ptr<const Postings> postings(const std::string& term) const override;

  StoredDocument stored(std::uint32_t document) const;
  /// As shared/index/document/positions.h packs them. Borrows from the shard.
  std::string_view positions(std::uint32_t document) const {
    const std::uint32_t local = document - base();
    return state_->positions().bytes_of(local, rows().positions.raw(local), rows().ids.raw(local));
  }
  void prefetch_positions(std::uint32_t document) const {
    state_->positions().prefetch(rows().positions.raw(document - base()));
  }

  /// The documents with an id as their own, or as one of the others that lead to them.
  std::vector<std::uint32_t> with_id(std::string_view article_id) const;
  std::vector<std::uint32_t> with_alias(std::string_view article_id) const;

 private:
  std::filesystem::path folder_;
  Xapian::Database database_;
  std::shared_ptr<const ShardState> state_;
};

/// The terms of a shard that begin with a prefix, in order of their bytes.
class ShardTerms {
 public:
  ShardTerms(const Shard& shard, const std::string& prefix)
      : at_(shard.database().allterms_begin(prefix)), end_(shard.database().allterms_end(prefix)) {
    read();
  }
  bool at_end() const { return at_ == end_; }
  const std::string& term() const { return term_; }
  std::uint32_t df() const { return at_.get_termfreq(); }
  void next() {
    ++at_;
    read();
  }

 private:
  void read() {
    if (!at_end()) term_ = *at_;
  }
  Xapian::TermIterator at_, end_;
  std::string term_;
};

} // namespace trawl::index
