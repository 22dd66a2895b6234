// SPDX-License-Identifier: GPL-3.0-or-later
/// Writes one generation: the live one, or a new one beside it, in a folder named gen-NNNNNN.building, which `publish`
/// makes live. Until then nobody reads it, and a commit only counts; the next writer removes what a killed program
/// leaves.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/index/generation.h"
#include "shared/index/segment/memory_segment.h"
#include "shared/index/segment_stack.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace trawl::index {

/// Owned by one IndexWriter, which explains the functions of the same names. Not for two threads at once.
class GenerationWriter {
 public:
  /// Opens the live generation; makes gen-000001 and its first commit if there is none.
  static Result<std::unique_ptr<GenerationWriter>> open_live(const DataDirectory& directory);

  /// Takes the next free number of a generation and makes its folder.
  static Result<std::unique_ptr<GenerationWriter>> create(const DataDirectory& directory);

  /// The ordinal of a value of a filter field, for the documents that `put` takes.
  std::uint32_t ordinal(std::size_t field, const std::string& key, const std::string& shown) {
    return stack_.ordinal(field, key, shown);
  }

  /// The table of the terms of the document that `put` takes next.
  text::TermTable& table() { return memory_.table(); }

  /// `bytes`: of the document's text. `is_gone`: only found if asked for.
  Result<void> put(PreparedDocument document, std::size_t bytes, bool is_gone);
  void remove(std::uint64_t id);
  /// `json`: source notes (source_notes.h).
  void set_sources(std::string json);

  /// The name of the crawl.db that the articles are from.
  void set_store(std::string name);
  const std::string& store() const { return stack_.manifest().store; }

  /// Makes the next commit a new revision, because answers change though no article does.
  void note_other_answers() { has_changed_ = true; }
  Result<void> commit(std::uint64_t store_sequence);
  Result<void> compact();
  /// Commits and makes the generation live. The writer cannot be used after that.
  Result<void> publish(std::uint64_t store_sequence);

  std::uint64_t store_sequence() const { return stack_.manifest().store_sequence; }
  std::size_t document_count() const;

 private:
  /// `unfinished`: null if the generation is live.
  GenerationWriter(DataDirectory directory, std::uint64_t number, std::unique_ptr<UnfinishedGeneration> unfinished,
                   SegmentStack stack)
      : directory_(std::move(directory)), number_(number), unfinished_(std::move(unfinished)),
        stack_(std::move(stack)) {}
  Result<void> begin_new();
  Result<void> write_segment();
  Result<void> merge_due();
  Result<void> merge_all();
  bool is_live() const { return unfinished_ == nullptr; }

  DataDirectory directory_;
  std::uint64_t number_;                             ///< of the generation
  std::unique_ptr<UnfinishedGeneration> unfinished_; ///< null if the generation is live
  std::optional<GenerationLock> lock_;
  SegmentStack stack_;
  MemorySegment memory_;         ///< since the last segment
  std::set<std::uint64_t> gone_; ///< ids of its documents that are gone
  std::size_t memory_bytes_ = 0;
  bool has_changed_ = false; ///< since the last commit
};

} // namespace trawl::index
