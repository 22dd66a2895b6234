// SPDX-License-Identifier: GPL-3.0-or-later
/// How long a text is for a reader: words, and minutes.
///
/// A word is what stands between white space; in scripts written without spaces (Han, kana) every character is one.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace trawl::text {

inline constexpr std::size_t kWordsPerMinute = 230;
inline constexpr std::size_t kCjkCharactersPerMinute = 400;

/// One word and where it stands, in bytes.
struct ReadingUnit {
  std::size_t begin = 0, end = 0;
  bool is_cjk = false; ///< one character of Han or kana
};

/// The first word at or after byte `from`; nullopt at the end.
std::optional<ReadingUnit> next_unit(std::string_view text, std::size_t from);

struct TextLength {
  std::size_t words = 0;          ///< CJK characters counted, one each
  std::size_t cjk_characters = 0; ///< how many of them
};

TextLength measure(std::string_view text);

/// Minutes to read so much, rounded up, at least 1.
int reading_minutes(const TextLength& length);

} // namespace trawl::text
