// SPDX-License-Identifier: GPL-3.0-or-later
/// The document store: what one query reads of many documents, in one file per generation that is mapped into memory.
/// Each stored document has four parts: positions (positions.h), forward index (forward_index.h), stored fields
/// (stored_fields.h) and text (text_blocks.h). docs/formats.md has the grammar.
///
/// The file only grows. A document's row in the columns says where it begins, and the commit how much of the file
/// belongs to it (revision.h). Stored documents are on the disk before the commit that names them; what a stopped run
/// wrote beyond that length is cut off when the next writer opens the file. Replaced documents stay until the index is
/// rebuilt.
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

/// The parts of one document, packed.
struct StoredDocument {
  std::string_view positions, forward_index, stored_fields, text;
};

/// The document at `offset`. Views into `file`; empty if the bytes there are damaged.
StoredDocument stored_document_at(std::string_view file, std::uint64_t offset);

/// Only the positions of the document at `offset`.
std::string_view positions_at(std::string_view file, std::uint64_t offset);

/// Prefetches the beginning of a stored document, by default the positions of a short text.
inline void prefetch_stored_document(std::string_view file, std::uint64_t offset, std::size_t lines = 4) {
  constexpr std::size_t kLine = 64; // bytes of a cache line
  if (offset >= file.size()) return;
  const std::string_view begin = file.substr(offset, kLine * lines);
  for (std::size_t at = 0; at < begin.size(); at += kLine) __builtin_prefetch(begin.data() + at);
}

/// Appends to the file. What was appended since the last `sync` may be lost in a crash.
class DocumentStoreWriter {
 public:
  DocumentStoreWriter() = default;
  ~DocumentStoreWriter();
  DocumentStoreWriter(DocumentStoreWriter&& other) noexcept;
  DocumentStoreWriter& operator=(DocumentStoreWriter&& other) noexcept;

  /// Opens a file and cuts it to `size` bytes; makes it if `size` is 0. IndexDamaged if it is shorter or missing; Disk,
  /// Permission.
  static Result<DocumentStoreWriter> open(const std::filesystem::path& path, std::uint64_t size);

  /// Returns the offset of the document. Disk.
  Result<std::uint64_t> append(const StoredDocument& document);

  /// Writes everything to the disk and returns the length of the file. Disk.
  Result<std::uint64_t> sync();

 private:
  Result<void> write_out();

  int file_ = -1;
  std::filesystem::path path_;
  std::uint64_t written_ = 0;
  std::string pending_;
};

} // namespace trawl::index
