// SPDX-License-Identifier: GPL-3.0-or-later
/// The two ways to write a generation of the index, behind one interface: a transaction on the live generation
/// (live_writer.h), and segments of a new one that are merged at the end (generation_builder.h).
#pragma once

#include "shared/base/result.h"
#include "shared/index/records/document_store.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <xapian.h>

namespace trawl::index {

/// Owned by one IndexWriter, which explains the functions that have its names. Not for two threads at once.
class GenerationWriter {
 public:
  virtual ~GenerationWriter() = default;

  /// Where the stored parts of each document go before its `put`.
  virtual DocumentStoreWriter& document_store() = 0;

  /// Adds the document of an article, or replaces the one with the same id. `bytes`: of its text. Xapian's exceptions
  /// pass through.
  virtual Result<void> put(std::string_view article_id, const Xapian::Document& document, std::size_t bytes) = 0;
  virtual Result<void> remove(std::string_view article_id) = 0;
  /// `json`: source notes (source_notes.h).
  virtual Result<void> set_sources(std::string json) = 0;

  virtual Result<void> commit(std::uint64_t store_sequence) = 0;
  virtual Result<void> finish(std::uint64_t store_sequence) = 0;
  /// Commits and makes the generation live. The writer cannot be used after that.
  virtual Result<void> publish(std::uint64_t store_sequence) = 0;

  virtual std::uint64_t store_sequence() const = 0;
  virtual std::size_t document_count() const = 0;
};

} // namespace trawl::index
