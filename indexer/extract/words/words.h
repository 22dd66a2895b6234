// SPDX-License-Identifier: GPL-3.0-or-later
/// The word lists of schema/words, which say what each is for: `[forum classes]` of metadata.txt is
/// kMetadataForumClasses.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace trawl::extract::words {

#include "indexer/extract/words/bylines_words.inc"   // generated from schema/words/bylines.txt
#include "indexer/extract/words/lines_words.inc"     // generated from schema/words/lines.txt
#include "indexer/extract/words/metadata_words.inc"  // generated from schema/words/metadata.txt
#include "indexer/extract/words/names_words.inc"     // generated from schema/words/names.txt
#include "indexer/extract/words/structure_words.inc" // generated from schema/words/structure.txt

constexpr bool has(std::span<const std::string_view> list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

/// For each byte, whether a word of the list begins with it: few texts do, so that the others need no search.
constexpr std::array<bool, 256> first_bytes(std::span<const std::string_view> words) {
  std::array<bool, 256> begins{};
  for (const std::string_view word : words) begins[static_cast<unsigned char>(word.front())] = true;
  return begins;
}

} // namespace trawl::extract::words
