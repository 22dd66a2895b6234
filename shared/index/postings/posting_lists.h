// SPDX-License-Identifier: GPL-3.0-or-later
/// The posting lists of the index's words, packed for reading: a copy of what Xapian holds, made at one commit, in a
/// file beside its tables that is mapped into memory. Walking it costs a tenth of Xapian's posting lists, and finding a
/// term no read at all.
///
/// It is derived and never the truth. Documents put or removed since it was made are told apart by readers
/// (Columns::listed); for these they ask Xapian. When they become many, the writer makes a new file. Without one, or
/// with one that cannot be read, everything is asked of Xapian.
///
/// Per term: text, number of documents, bytes of the blocks; of each block of 128 documents the last document and its
/// end; then the blocks. A block is a byte that says how wide its numbers are, the differences between its documents,
/// and how often the word occurs in each, unless that is once in all: numbers of one width are read several at a time.
/// A hash table leads from a term to its place.
#pragma once

#include "shared/base/mapped_file.h"
#include "shared/base/result.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

#include <xapian.h>

namespace trawl::index {

/// Some postings of a list, ascending.
struct PostingBlock {
  static constexpr std::size_t kSize = 128;
  std::size_t size = 0;
  std::array<std::uint32_t, kSize> documents;
  std::array<std::uint32_t, kSize> tf;
};

/// Walks a block without unpacking all of it: for few documents of many.
class BlockCursor {
 public:
  BlockCursor() = default;

  /// Moves on to the first posting at or after `document`. False if the block has none.
  bool seek(std::uint32_t document);

  /// Of the posting it stands at.
  std::uint32_t document() const { return document_; }
  std::uint32_t tf() const;

 private:
  friend class PostingList;
  template <typename Number>
  bool seek_by(std::uint32_t document);

  std::string_view steps_, tfs_;
  std::size_t step_width_ = 1, tf_width_ = 0;
  std::size_t at_ = 0;         ///< postings passed, the one it stands at among them
  std::uint32_t document_ = 0; ///< before the first: the last one of the block before
};

/// One term's list; a view into the file.
class PostingList {
 public:
  PostingList() = default;
  PostingList(std::uint32_t df, std::string_view heads, std::string_view blocks)
      : df_(df), heads_(heads), blocks_(blocks) {}

  std::uint32_t df() const { return df_; }
  std::size_t blocks() const { return (std::size_t{df_} + PostingBlock::kSize - 1) / PostingBlock::kSize; }

  /// Reads block `i`, below blocks(); its tf only if they are wanted.
  void read(std::size_t i, bool with_tf, PostingBlock& block) const;

  /// Stands before the first posting of block `i`, below blocks().
  BlockCursor block(std::size_t i) const;

  /// The first block at or after `from` that may hold a document ≥ `document`; blocks() if none does.
  std::size_t block_of(std::uint32_t document, std::size_t from) const;

 private:
  std::uint32_t last_of(std::size_t i) const;
  std::size_t end_of(std::size_t i) const;

  std::uint32_t df_ = 0;
  std::string_view heads_, blocks_;
};

/// Immutable, for any number of threads.
class PostingLists {
 public:
  /// What was true when it was made.
  struct State {
    std::uint64_t document_store_bytes = 0; ///< records from there on are of documents it does not know
    std::uint32_t documents = 0, last_document = 0;
  };

  /// Malformed, NotFound, Permission.
  static Result<std::shared_ptr<const PostingLists>> open(const std::filesystem::path& path);

  const State& state() const { return state_; }

  /// The list of a word's term; of df 0 if no document held it.
  PostingList find(std::string_view term) const;

 private:
  PostingLists() = default;

  SharedBytes file_;
  State state_;
  std::string_view lists_, table_;
};

/// Copies the lists of all terms made of words from a database without changes pending. Disk, Permission.
Result<void> write_posting_lists(const Xapian::Database& database, std::uint64_t document_store_bytes,
                                 const std::filesystem::path& path);

/// The file in a generation's folder that was made at commit `revision`.
std::filesystem::path posting_list_file(const std::filesystem::path& generation, std::uint64_t revision);

} // namespace trawl::index
