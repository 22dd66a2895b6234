// SPDX-License-Identifier: GPL-3.0-or-later
/// An article's text in compressed blocks of some thousand bytes, so that a passage of a long text can be read
/// without the rest. Each block knows at which position of the index it begins, and whether a reader
/// would read it (shared/text/text_runs.h). docs/formats.md has the grammar.
#pragma once

#include "shared/base/piece.h"
#include "shared/text/analyzer.h"
#include "shared/text/text_runs.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

struct TextBlock {
  std::size_t begin = 0, end = 0; ///< bytes of the text
  std::size_t characters_before = 0;
  std::uint32_t first_position = 0; ///< of the words in it; the next block's is one beyond its last
  text::RunKind kind = text::RunKind::Prose;
  Piece piece;
};

/// Packs a text. `landmarks` are those of its analysis; blocks begin there. `compress`: each block by itself.
std::string pack_text(std::string_view text, std::span<const text::Landmark> landmarks, bool compress);

/// A view of a packed text. Blocks whose bytes are damaged are empty.
class TextBlocks {
 public:
  explicit TextBlocks(std::string_view packed);

  std::span<const TextBlock> blocks() const { return blocks_; }

  /// The text of one block; empty if it is damaged.
  static std::string read(const TextBlock& block);

  /// The whole text; false if a block is damaged.
  bool read_all(std::string& text) const;

 private:
  std::vector<TextBlock> blocks_;
  bool is_whole_ = false;
};

} // namespace trawl::index
