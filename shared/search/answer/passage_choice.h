// SPDX-License-Identifier: GPL-3.0-or-later
/// In which blocks of a text the passages are that show best why it was found, by the positions of the query's words
/// and without reading the text.
#pragma once

#include "shared/index/document/text_blocks.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace trawl::search {

/// Positions of one word that are looked at.
inline constexpr std::ptrdiff_t kMaxPositions = 200;

/// What one block has to show.
struct BlockPassages {
  std::size_t count = 0;
  std::uint32_t first = 0, last = 0; ///< positions of the outermost words
};

/// Where the best `count` passages of `length` words are, for each block; empty if no word has a position in the text.
/// `words` are the positions of each word of the query, ascending; of a more frequent one the first 200 are looked at.
/// A passage in a list or in code counts a third of one in prose; one in a bibliography nothing.
std::vector<BlockPassages> passages_by_block(std::span<const index::TextBlock> blocks,
                                             std::span<const std::vector<std::uint32_t>> words, std::size_t count,
                                             std::size_t length);

} // namespace trawl::search
