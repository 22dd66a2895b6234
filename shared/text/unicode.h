// SPDX-License-Identifier: GPL-3.0-or-later
/// Character classes for the analyzer, and the folding that makes spellings equal: NFKC case folding (Unicode Standard
/// Annex 15, by ICU), accents of Latin and Greek letters dropped, typographic apostrophes made plain, traditional
/// Chinese characters made simplified ones.
#pragma once

#include "shared/base/utf8.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trawl::text {

enum class CharClass : std::uint8_t {
  Break,  ///< spaces, punctuation, symbols (including ® and ™), emoji
  Letter, ///< and marks
  Digit,  ///< decimal digits and other numbers (², ⅓)
  Underscore,
  Cjk,       ///< Han, Hiragana, Katakana, Hangul, Bopomofo: written without spaces
  Joiner,    ///< apostrophes and &: part of a word between two letters
  Ignorable, ///< soft hyphen, zero-width joiner: invisible, and not a word boundary
};

CharClass classify(char32_t code_point);

inline bool is_word_class(CharClass c) {
  return c == CharClass::Letter || c == CharClass::Digit || c == CharClass::Underscore;
}

/// Calls `visit(at)` for the places of `text` at which a word may begin to be typed: its beginning, and after each
/// character that is no letter, digit or underscore of a word.
template <typename Visit>
void for_each_word_beginning(std::string_view text, Visit visit) {
  bool in_word = false;
  for (std::size_t at = 0; at < text.size();) {
    if (!in_word) visit(at);
    in_word = is_word_class(classify(utf8::next(text, at)));
  }
}

/// The form of `text` used for comparison. ASCII takes one pass over the bytes; the rest goes through ICU. `text` must
/// be valid UTF-8.
std::string fold(std::string_view text);

/// The simplified form of a traditional Chinese character; every other character unchanged.
char32_t simplified(char32_t code_point);

bool is_ascii(std::string_view text);

/// Whether the character is of a script that is written without spaces between words: kana, Han, Thai and Lao.
constexpr bool is_unspaced(char32_t c) {
  return (c >= 0x3040 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x9FFF) || (c >= 0x0E00 && c <= 0x0EFF) ||
         (c >= 0x20000 && c <= 0x3FFFF);
}

} // namespace trawl::text
