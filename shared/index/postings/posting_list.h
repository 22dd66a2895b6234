// SPDX-License-Identifier: GPL-3.0-or-later
/// One term's postings in one segment, packed for reading: a view into the mapped file. docs/formats.md has the
/// grammar.
///
/// In the file, documents have the numbers 1, 2, … of their segment; a list adds its segment's base, so that all
/// numbers that readers see are those of the snapshot (columns.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trawl::index {

/// Up to 128 postings of a list, by ascending document number.
struct PostingBlock {
  static constexpr std::size_t kSize = 128;
  std::size_t size = 0;
  std::array<std::uint32_t, kSize> documents;
  std::array<std::uint32_t, kSize> tf; ///< term frequency: how often the term occurs in the document
};

/// Limits that no posting of a block exceeds: an upper bound of its score for every formula that grows with tf and
/// falls with length.
struct BlockBound {
  std::uint32_t highest_tf = UINT32_MAX;
  std::uint32_t shortest = 0; ///< words of title and text; of terms of the title ("S…"), words of the title
};

/// Walks a block without unpacking all of it, for looking up few documents of many.
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
  std::size_t gap_width_ = 1; ///< bytes
  std::size_t tf_bits_ = 0;
  std::size_t read_ = 0;            ///< postings read, the current one included
  std::uint32_t document_ = 0;      ///< before the first posting: the last document of the block before
  std::uint32_t last_document_ = 0; ///< numbers beyond it are damage
};

class PostingList {
 public:
  PostingList() = default;
  /// `bytes`: of the list. `base` is added to the document numbers, which are at most `last_document` with it.
  PostingList(std::uint32_t df, std::string_view bytes, std::uint32_t base, std::uint32_t last_document);

  /// Document frequency: how many documents hold the term, removed ones of the segment included.
  std::uint32_t df() const { return df_; }
  std::size_t blocks() const { return (std::size_t{df_} + PostingBlock::kSize - 1) / PostingBlock::kSize; }

  /// Reads block `i`, below blocks(); its `tf` only if asked for. A block that does not fit is read as empty.
  void read(std::size_t i, bool with_tf, PostingBlock& block) const;

  /// A cursor before the first posting of block `i`, below blocks().
  BlockCursor block(std::size_t i) const;

  /// The first block at or after `from` that may hold a document ≥ `document`; blocks() if none does.
  std::size_t block_of(std::uint32_t document, std::size_t from) const;

  /// The last document of block `i`, below blocks(); of a list of one block, the last that any can have.
  std::uint32_t last_of(std::size_t i) const;

  /// The bound of block `i`; a list of one block has none, and its bound is that of any list.
  BlockBound bound(std::size_t i) const;

 private:
  std::size_t end_of(std::size_t i) const;

  std::uint32_t df_ = 0, base_ = 0, last_document_ = 0;
  std::string_view skips_, blocks_;
};

} // namespace trawl::index
