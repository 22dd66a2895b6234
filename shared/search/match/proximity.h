// SPDX-License-Identifier: GPL-3.0-or-later
/// Comparing the positions of words. The parts of a name share its position (shared/text/tokenizer.h), so a word
/// follows another if it has the next position, or, if it is a different word, the same one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace trawl::search {

using Positions = std::vector<std::uint32_t>; ///< ascending

/// The positions of one word of a phrase, ascending. Equal `word` numbers mean the same word.
struct WordPositions {
  std::size_t word = 0;
  std::vector<std::uint32_t> positions;
};

/// Sets `out` to the positions of `next` that follow one of `before` within `distance`. All ascending.
void find_followers(std::span<const std::uint32_t> before, std::span<const std::uint32_t> next, bool same_word,
                    std::uint32_t distance, std::vector<std::uint32_t>& out);

/// Whether all words occur in some order with at most `distance` between the first and the last. Only different words
/// may share a position.
bool is_near(std::span<const WordPositions> words, std::uint32_t distance);

} // namespace trawl::search
