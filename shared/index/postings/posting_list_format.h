// SPDX-License-Identifier: GPL-3.0-or-later
/// The bytes of a posting list, shared by its writer and its reader. Private to this folder.
#pragma once

#include "shared/index/postings/posting_list.h"
#include "shared/index/segment/segment_format.h"

namespace trawl::index::format {

inline constexpr std::size_t kSkipBytes = 12; ///< last document, end of the block, its bounds

/// Bytes of the skips of a list; a list of one block has none.
inline std::size_t skip_bytes(std::uint64_t df) {
  if (df <= PostingBlock::kSize) return 0;
  return (df + PostingBlock::kSize - 1) / PostingBlock::kSize * kSkipBytes;
}

} // namespace trawl::index::format
