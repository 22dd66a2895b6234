// SPDX-License-Identifier: GPL-3.0-or-later
/// The length of a text for a reader: words and minutes.
///
/// Words are separated by white space; in scripts written without spaces (Han, kana) each character is a word.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace trawl::text {

inline constexpr std::size_t kWordsPerMinute = 230;
inline constexpr std::size_t kCjkCharactersPerMinute = 400;

/// The range of one word, in bytes.
struct ReadingUnit {
  std::size_t begin = 0, end = 0;
  bool is_cjk = false; ///< one character of Han or kana
};

/// The first word at or after byte `from`; nullopt at the end.
std::optional<ReadingUnit> next_unit(std::string_view text, std::size_t from);

struct TextLength {
  std::size_t words = 0;          ///< each CJK character is one
  std::size_t cjk_characters = 0; ///< of `words`
};

TextLength measure(std::string_view text);

/// Minutes to read a text of this length, rounded up, at least 1.
int reading_minutes(const TextLength& length);

} // namespace trawl::text
