// SPDX-License-Identifier: GPL-3.0-or-later
/// Columns of given documents: one shard, without a stub.
#pragma once

#include "shared/index/columns/columns.h"
#include "shared/index/columns/value_key.h"
#include "shared/index/shard_writer.h"
#include "tests/support/temporary_directory.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace trawl::test {

/// A shard whose documents are numbered from 1 in the order in which they are put.
class MadeShard {
 public:
  MadeShard() : writer_(index::ShardWriter::create(folder(), 0)) {}

  std::filesystem::path folder() const { return directory_.data().root / "shard"; }

  /// Adds a value to a row.
  void add_value(index::Row& row, std::size_t field, const std::string& shown) {
    const std::string key = index::value_key(schema::kFilterFields[field], shown);
    const auto [known, is_new] = ordinals_[field].try_emplace(key, counts_[field]);
    if (is_new) writer_.introduce(field, counts_[field]++, key, shown);
    row.ordinals[field].push_back(known->second);
  }

  void put(index::ArticleDocument document, index::Row row) { writer_.put(std::move(document), std::move(row)); }

  /// Commits, and opens it; `removed`: a bitmap of documents that something newer hides.
  std::unique_ptr<const index::Columns> columns(std::vector<std::uint64_t> removed = {}) {
    std::shared_ptr<const Dictionary> dictionary;
    writer_.commit(dictionary);
    auto shard = std::make_shared<const index::Shard>(folder(), cache_);
    const std::uint32_t last = shard->last();
    std::vector<index::Part> parts;
    parts.push_back({std::move(shard), 0, last, last, std::move(removed), false});
    return std::make_unique<const index::Columns>(std::move(parts), counts_);
  }

 private:
  TemporaryDirectory directory_;
  index::ShardWriter writer_;
  index::ShardCache cache_;
  std::array<std::map<std::string, std::uint32_t>, index::kFields> ordinals_;
  index::ValueCounts counts_{};
};

/// The values of one document. Documents are numbered from 1 by their place in the list.
struct ColumnValues {
  std::int64_t published = index::kUndated;
  std::vector<std::string> tags = {};
  std::uint32_t words = 0;
  bool is_removed = false;
  std::chrono::minutes offset{0}; ///< of the clock that printed its day
};

class MadeColumns {
 public:
  explicit MadeColumns(const std::vector<ColumnValues>& documents) {
    std::vector<std::uint64_t> removed(documents.size() / 64 + 1);
    for (std::size_t i = 0; i < documents.size(); ++i) {
      index::Row row;
      row.id = i + 1;
      row.published = documents[i].published;
      if (const Moment moment{std::chrono::seconds(row.published)}; row.published != index::kUndated)
        row.published_day = day_of({moment, DatePrecision::Second, documents[i].offset}).time_since_epoch().count();
      row.words = documents[i].words;
      for (const std::string& tag : documents[i].tags) shard_.add_value(row, *schema::filter_index("tag"), tag);
      shard_.put({}, std::move(row));
      if (documents[i].is_removed) removed[(i + 1) / 64] |= std::uint64_t{1} << (i + 1) % 64;
    }
    columns_ = shard_.columns(std::move(removed));
  }

  const index::Columns& operator*() const { return *columns_; }

 private:
  MadeShard shard_;
  std::unique_ptr<const index::Columns> columns_;
};

} // namespace trawl::test
