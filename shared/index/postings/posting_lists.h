// SPDX-License-Identifier: GPL-3.0-or-later
/// The posting lists of words and stems, packed for reading: a copy of Xapian's, made at one commit, in a file that is
/// mapped into memory. Walking them takes a tenth of the time of Xapian's posting lists, and finding a term reads no
/// block. docs/formats.md has the file's grammar.
///
/// The file is derived data. Documents put or removed since it was made are its delta (Columns::merged tells which are
/// not in it); readers look these up in Xapian. When the delta is large, the writer makes a new file. Without a file,
/// or with one that cannot be opened, readers ask Xapian for everything.
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

/// Up to 128 postings of a list, by ascending document number.
struct PostingBlock {
  static constexpr std::size_t kSize = 128;
  std::size_t size = 0;
  std::array<std::uint32_t, kSize> documents;
  std::array<std::uint32_t, kSize> tf; ///< term frequency: how often the term occurs in the document
};

/// What no posting of a block exceeds: an upper bound of its score for every formula that grows with tf and falls with
/// length.
struct BlockBound {
  std::uint32_t highest_tf = UINT32_MAX;
  std::uint32_t shortest = 0; ///< words of title and text; of terms of the title ("S…"), words of the title
};

/// Walks a block without unpacking all of it, for looking up few documents of many. A view into the file.
class BlockCursor {
 public:
  BlockCursor() = default;

  /// Moves forward to the first posting at or after `document`. False if the block has none.
  bool seek(std::uint32_t document);

  /// Of the current posting; only after `seek` returned true.
  std::uint32_t document() const { return document_; }
  std::uint32_t tf() const;

 private:
  friend class PostingList;
  template <typename Number>
  bool seek_by(std::uint32_t document);

  std::string_view gaps_, tfs_;
  std::size_t gap_width_ = 1, tf_width_ = 0; ///< bytes
  std::size_t read_ = 0;                     ///< postings read, the current one included
  std::uint32_t document_ = 0;               ///< before the first posting: the last document of the block before
};

/// One term's postings; a view into the file.
class PostingList {
 public:
  PostingList() = default;
  PostingList(std::uint32_t df, std::uint32_t last_document, std::string_view skips, std::string_view blocks)
      : df_(df), last_document_(last_document), skips_(skips), blocks_(blocks) {}

  /// Document frequency: how many documents hold the term.
  std::uint32_t df() const { return df_; }
  std::size_t blocks() const { return (std::size_t{df_} + PostingBlock::kSize - 1) / PostingBlock::kSize; }

  /// Reads block `i`, below blocks(); its `tf` only if asked for. A damaged block is read as empty.
  void read(std::size_t i, bool with_tf, PostingBlock& block) const;

  /// A cursor before the first posting of block `i`, below blocks().
  BlockCursor block(std::size_t i) const;

  /// The first block at or after `from` that may hold a document ≥ `document`; blocks() if none does.
  std::size_t block_of(std::uint32_t document, std::size_t from) const;

  /// The last document of block `i`, below blocks(); of a list of one block, the last that any can have.
  std::uint32_t last_of(std::size_t i) const;

  /// The bound of block `i`.
  BlockBound bound(std::size_t) const { return {}; }

 private:
  std::size_t end_of(std::size_t i) const;

  std::uint32_t df_ = 0, last_document_ = 0;
  std::string_view skips_, blocks_;
};

/// A file of posting lists. Immutable; may be shared by any number of threads.
class PostingLists {
 public:
  /// The state of the index at the commit the file was made at.
  struct State {
    std::uint64_t document_store_bytes = 0; ///< documents stored from there on are in the delta
    std::uint32_t documents = 0, last_document = 0;
  };

  /// Maps the file. Malformed, NotFound, Permission.
  static Result<std::shared_ptr<const PostingLists>> open(const std::filesystem::path& path);

  const State& state() const { return state_; }

  /// The postings of a term; df() is 0 if no document held it. The view lives as long as this object.
  PostingList find(std::string_view term) const;

  /// Prefetch what `find` reads first, and what it reads after that, which needs the first.
  void prefetch_cell(std::string_view term) const;
  void prefetch_list(std::string_view term) const;

 private:
  PostingLists() = default;

  SharedBytes file_;
  State state_;
  std::string_view lists_, table_;
};

/// Copies the posting lists of all words and stems of a database that has no uncommitted changes. The file appears
/// under its name when it is complete. Disk, Permission.
Result<void> write_posting_lists(const Xapian::Database& database, std::uint64_t document_store_bytes,
                                 const std::filesystem::path& path);

/// The file in a generation's folder that was made at commit `revision`.
std::filesystem::path posting_list_file(const std::filesystem::path& generation, std::uint64_t revision);

/// Removes all files of posting lists but that of `revision`, unfinished ones included. Readers that have one mapped
/// keep it. Errors are ignored: the files only take space.
void remove_other_posting_lists(const std::filesystem::path& generation, std::uint64_t revision);

} // namespace trawl::index
