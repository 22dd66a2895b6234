// SPDX-License-Identifier: GPL-3.0-or-later
/// Writes one shard of the index: documents, what is stored of them and their rows, everything in one transaction of
/// Xapian's. Every call may throw as Xapian does. Not for two threads at once.
#pragma once

#include "shared/base/piece.h"
#include "shared/index/article_document.h"
#include "shared/index/shard/positions_file.h"
#include "shared/index/shard/rows.h"
#include "shared/index/shard/value_table.h"
#include "shared/index/shard/whole_terms.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <xapian.h>

namespace trawl::index {

class ShardWriter {
 public:
  /// An empty shard whose documents have numbers above `base`, a multiple of 64.
  static ShardWriter create(const std::filesystem::path& folder, std::uint32_t base);
  /// Continues a shard.
  static ShardWriter open(const std::filesystem::path& folder);

  const std::filesystem::path& folder() const { return folder_; }
  Xapian::WritableDatabase& database() { return database_; }
  /// Numbers in use, those of removed documents included.
  std::uint32_t documents() const { return static_cast<std::uint32_t>(rows_.size()) - 1; }
  std::uint32_t last() const { return base_ + documents(); }
  /// How many documents there are.
  std::size_t living() const { return numbers_.size(); }
  bool contains(std::uint64_t id) const { return numbers_.contains(id); }

  /// Adds the document, or replaces the one of the same article.
  void put(ArticleDocument document, Row row);
  /// False if there is no such article.
  bool remove(std::uint64_t id);

  /// A value that no shard has yet gets the next ordinal.
  void introduce(std::size_t field, std::uint32_t ordinal, std::string key, std::string shown);

  /// Writes stored documents and rows, and commits them together with what else was put into the database's metadata.
  /// `dictionary`: with which stored documents are compressed, one for the index; null until a large commit, which sets
  /// it.
  void commit(std::shared_ptr<const Dictionary>& dictionary);

 private:
  ShardWriter(std::filesystem::path folder, Xapian::WritableDatabase database);
  void write_records(std::shared_ptr<const Dictionary>& dictionary);
  void write_rows();
  void forget_filters();
  std::vector<WholeTerm>& wholes();

  std::filesystem::path folder_;
  Xapian::WritableDatabase database_;
  std::uint32_t base_ = 0;
  std::uint64_t stamp_ = 0;
  PositionsWriter positions_;
  std::vector<Row> rows_;                                    ///< by local number
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_; ///< of an article, its local number
  std::optional<std::vector<WholeTerm>> wholes_;             ///< read when they change
  std::map<std::uint32_t, std::string> records_;             ///< what is stored, since the last commit, by number
  std::size_t record_bytes_ = 0;
  std::array<NewValues, kFields> introduced_;
  bool has_changed_rows_ = true;
  bool has_dictionary_ = false;
  bool has_filters_ = false;
};

} // namespace trawl::index
