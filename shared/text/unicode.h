// SPDX-License-Identifier: GPL-3.0-or-later
/// Character classes for the analyzer, and the folding that makes spellings equal: NFKC case folding (Unicode Standard
/// Annex 15, by ICU), accents of Latin and Greek letters dropped, typographic apostrophes made plain.
#pragma once

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

/// The form of `text` used for comparison. ASCII takes one pass over the bytes; the rest goes through ICU. `text` must
/// be valid UTF-8.
std::string fold(std::string_view text);

bool is_ascii(std::string_view text);

} // namespace trawl::text
