// SPDX-License-Identifier: GPL-3.0-or-later
/// In which blocks of a text the passages are that show best why it was found, by the positions of the query's words
/// and without reading the text.
#pragma once

#include "shared/index/records/positions.h"
#include "shared/index/records/text_blocks.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace trawl::search {

/// What one block has to show.
struct BlockPassages {
  std::size_t count = 0;
  std::uint32_t first = 0, last = 0; ///< positions of the outermost words
};

/// Where the best `count` passages of `words` words are, for each block; empty if no word has a position in the text.
/// A passage in a list or in code counts a third of one in prose; one in a bibliography nothing.
std::vector<BlockPassages> passages_by_block(std::span<const index::TextBlock> blocks,
                                             const index::PositionIndex& positions,
                                             std::span<const index::StemKey> stems, std::size_t count,
                                             std::size_t words);

} // namespace trawl::search
