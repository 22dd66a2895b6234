// SPDX-License-Identifier: GPL-3.0-or-later
/// The file "positions" of a shard: the positions of each document's stems (shared/index/records/positions.h), one
/// record behind the other. A phrase compares those of thousands of documents. Out of Xapian's tables each would be
/// copied, block by block; mapped into memory, only the bytes of a query's words are touched.
///
/// The file only grows: a commit refers to records that were on the disk before it, and what a killed writer left
/// behind them is never read. Each record has a checksum of its bytes and its article's id, so that neither damage nor
/// another shard's file is taken for positions.
#pragma once

#include "shared/base/mapped_file.h"
#include "shared/base/output_file.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace trawl::index {

/// The file as it is now. For any number of threads.
class PositionsFile {
 public:
  /// Of a shard with so many documents; one without any has no file. Throws as Xapian does if it cannot be read.
  PositionsFile(const std::filesystem::path& shard, std::uint32_t documents);

  /// The record of a local document, which begins at `offset`; its checksum is compared once. Throws
  /// Xapian::DatabaseCorruptError if there is no such record of this article.
  std::string_view record(std::uint32_t local, std::uint64_t offset, std::uint64_t article) const;
  /// Prefetches where a record begins.
  void prefetch(std::uint64_t offset) const {
    if (offset < file_.bytes.size()) __builtin_prefetch(file_.bytes.data() + offset);
  }

 private:
  SharedBytes file_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> sound_; ///< a bit for each document
};

/// Adds records. Every call may throw as Xapian does.
class PositionsWriter {
 public:
  explicit PositionsWriter(std::filesystem::path shard) : shard_(std::move(shard)) {}

  /// Where the record begins.
  std::uint64_t add(std::string_view record, std::uint64_t article);
  /// Makes what was added durable.
  void sync();

 private:
  std::filesystem::path shard_;
  std::optional<OutputFile> file_; ///< opened with the first record
  bool has_new_ = false;
};

} // namespace trawl::index
