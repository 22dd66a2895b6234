// SPDX-License-Identifier: GPL-3.0-or-later
/// What is read of many documents for one query, beside Xapian's tables: places of their words (positions.h), what
/// they speak of (forward_index.h) and their heads (stored_fields.h), one record a document, in one file per generation
/// that only ever grows.
///
/// A document's row in the columns says where its record begins, and the commit how long the file is (revision.h). So
/// both are part of Xapian's transaction: records are on the disk before the commit that names them, and what an
/// interrupted run wrote behind the named length is cut off when the next writer opens the file. Records of articles
/// that were replaced stay until the index is rebuilt.
#pragma once

#include "shared/base/mapped_file.h"
#include "shared/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace trawl::index {

/// The file in a generation's folder.
std::filesystem::path document_store_file(const std::filesystem::path& generation);

struct StoredDocument {
  std::string_view positions, forward_index, stored_fields;
};

/// Views into a file's bytes; empty for a place where no record begins.
StoredDocument stored_document_at(std::string_view file, std::uint64_t offset);

/// The first part of a record alone.
std::string_view positions_at(std::string_view file, std::uint64_t offset);

/// Asks the processor for the begin of a record: the places of a short text.
inline void prefetch_stored_document(std::string_view file, std::uint64_t offset) {
  constexpr std::size_t kLine = 64, kLines = 4;
  if (offset >= file.size()) return;
  const std::string_view begin = file.substr(offset, kLine * kLines);
  for (std::size_t at = 0; at < begin.size(); at += kLine) __builtin_prefetch(begin.data() + at);
}

/// Appends. What was appended since the last `sync` may be lost.
class DocumentStoreWriter {
 public:
  DocumentStoreWriter() = default;
  ~DocumentStoreWriter();
  DocumentStoreWriter(DocumentStoreWriter&& other) noexcept;
  DocumentStoreWriter& operator=(DocumentStoreWriter&& other) noexcept;

  /// Opens a file of which `size` bytes count, made if that is none. IndexDamaged if it is shorter; Disk, Permission.
  static Result<DocumentStoreWriter> open(const std::filesystem::path& path, std::uint64_t size);

  /// Where the record begins. Disk.
  Result<std::uint64_t> append(const StoredDocument& record);

  /// Writes everything through to the disk; the length of the file. Disk.
  Result<std::uint64_t> sync();

 private:
  Result<void> write_out();

  int file_ = -1;
  std::filesystem::path path_;
  std::uint64_t written_ = 0;
  std::string pending_;
};

} // namespace trawl::index
