// SPDX-License-Identifier: GPL-3.0-or-later
/// The bytes of a posting list, shared by its writer and its reader. Private to this folder.
#pragma once

#include "shared/index/postings/posting_list.h"
#include "shared/index/segment_format.h"

namespace trawl::index::format {

inline constexpr std::size_t kSkipBytes = 12; ///< last document, end of the block, its bounds

/// How the term frequencies of a block are packed: bits of each, and what is taken from it. By its number in the
/// block's first byte.
struct TfForm {
  std::uint8_t bits;
  std::uint8_t least;
};
inline constexpr TfForm kTfForms[] = {{0, 1}, {2, 1}, {4, 1}, {8, 0}, {32, 0}};

inline constexpr std::size_t tf_bytes(std::size_t count, std::size_t bits) { return (count * bits + 7) / 8; }

/// Bytes of the skips of a list; a list of one block has none.
inline std::size_t skip_bytes(std::uint64_t df) {
  if (df <= PostingBlock::kSize) return 0;
  return (df + PostingBlock::kSize - 1) / PostingBlock::kSize * kSkipBytes;
}

} // namespace trawl::index::format
