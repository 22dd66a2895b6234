// SPDX-License-Identifier: GPL-3.0-or-later
/// The file "positions" of a shard: the positions of each document's stems (shared/index/document/positions.h), those
/// of one document behind the other's. A phrase compares those of thousands of documents. Out of Xapian's tables each
/// would be copied, block by block; mapped into memory, only the bytes of a query's words are touched.
///
/// The file only grows: a commit refers to positions that were on the disk before it, and what a killed writer left
/// behind them is never read. Those of a document have a checksum of their bytes and its article's id, so that neither
/// damage nor another shard's file is taken for positions.
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

  /// The packed positions of a local document, which begin at `offset`; the checksum is compared once. Throws
  /// Xapian::DatabaseCorruptError if there are none of this article.
  std::string_view bytes_of(std::uint32_t local, std::uint64_t offset, std::uint64_t article) const;
  /// Prefetches where a document's begin.
  void prefetch(std::uint64_t offset) const {
    if (offset < file_.bytes.size()) __builtin_prefetch(file_.bytes.data() + offset);
  }

 private:
  SharedBytes file_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> sound_; ///< a bit for each document
};

/// Adds packed positions. Every call may throw as Xapian does.
class PositionsWriter {
 public:
  explicit PositionsWriter(std::filesystem::path shard) : shard_(std::move(shard)) {}

  /// Where they begin.
  std::uint64_t add(std::string_view bytes, std::uint64_t article);
  /// Makes what was added durable.
  void sync();

 private:
  std::filesystem::path shard_;
  std::optional<OutputFile> file_; ///< opened with the first document
  bool has_new_ = false;
};

} // namespace trawl::index
