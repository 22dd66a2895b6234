// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/unicode.h"

#include <algorithm>
#include <array>
#include <new>

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include "shared/base/ascii.h"
#include "shared/base/utf8.h"

namespace trawl::text {
namespace {

constexpr char32_t kZeroWidthSpace = 0x200B;
constexpr char32_t kMultiplication = 0x00D7;
constexpr char32_t kFractionSlash = 0x2044;

constexpr std::array<CharClass, 128> kAscii = [] {
  std::array<CharClass, 128> table{};
  for (unsigned char c = 'a'; c <= 'z'; ++c) table[c] = CharClass::Letter;
  for (unsigned char c = 'A'; c <= 'Z'; ++c) table[c] = CharClass::Letter;
  for (unsigned char c = '0'; c <= '9'; ++c) table[c] = CharClass::Digit;
  table['_'] = CharClass::Underscore;
  table['\''] = table['&'] = CharClass::Joiner;
  return table;
}();

/// Kana, Chinese characters and Korean syllables that neither folding nor accents change. Most of a text in these
/// languages consists of them, and asking ICU about each one would take longer than everything else.
bool is_plain_cjk(char32_t c) {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0x3041 && c <= 0x3096) ||
         (c >= 0x30A1 && c <= 0x30FA);
}

bool is_plain_cjk(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (!is_plain_cjk(utf8::next(text, at))) return false;
  }
  return true;
}

constexpr std::u16string_view kSimplifiedPairs =
#include "shared/text/simplified_table.inc" // generated from schema/simplified.txt
    ;
constexpr char32_t kFirstHan = 0x3400, kLastHan = 0x9FFF;

/// By character from kFirstHan on: the simplified one; 0 where it is the same.
constexpr auto kSimplified = [] {
  std::array<char16_t, kLastHan - kFirstHan + 1> table{};
  for (std::size_t at = 0; at + 1 < kSimplifiedPairs.size(); at += 3) // and a blank
    table[kSimplifiedPairs[at] - kFirstHan] = kSimplifiedPairs[at + 1];
  return table;
}();

std::string fold_plain_cjk(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) utf8::append(out, simplified(utf8::next(text, at)));
  return out;
}

bool is_apostrophe(char32_t c) { return c == 0x2019 || c == 0x2018 || c == 0x02BC || c == 0xFF07; }

bool is_cjk(char32_t c) {
  if (c < 0x1100) return false;
  if (c == 0x3005 || c == 0x30FC || c == 0xFF70) return true; // 々 and the long-vowel marks are of script Common
  UErrorCode error = U_ZERO_ERROR;
  switch (uscript_getScript(static_cast<UChar32>(c), &error)) {
  case USCRIPT_HAN:
  case USCRIPT_HIRAGANA:
  case USCRIPT_KATAKANA:
  case USCRIPT_HANGUL:
  case USCRIPT_BOPOMOFO:
    return true;
  default:
    return false;
  }
}

CharClass classify_foreign(char32_t c) {
  if (is_plain_cjk(c)) return CharClass::Cjk;
  if (is_apostrophe(c)) return CharClass::Joiner;
  switch (u_charType(static_cast<UChar32>(c))) {
  case U_UPPERCASE_LETTER:
  case U_LOWERCASE_LETTER:
  case U_TITLECASE_LETTER:
  case U_MODIFIER_LETTER:
  case U_OTHER_LETTER:
    return is_cjk(c) ? CharClass::Cjk : CharClass::Letter;
  case U_NON_SPACING_MARK:
  case U_COMBINING_SPACING_MARK:
  case U_ENCLOSING_MARK:
    return CharClass::Letter;
  case U_DECIMAL_DIGIT_NUMBER:
  case U_LETTER_NUMBER:
  case U_OTHER_NUMBER:
    return is_cjk(c) ? CharClass::Cjk : CharClass::Digit;
  case U_FORMAT_CHAR:
    return c == kZeroWidthSpace ? CharClass::Break : CharClass::Ignorable;
  default:
    return CharClass::Break;
  }
}

/// Drops combining accents after Latin and Greek letters. In other scripts they distinguish letters (й, が).
std::string without_accents(const std::string& decomposed) {
  std::string out;
  out.reserve(decomposed.size());
  bool after_foldable = false;
  for (std::size_t i = 0; i < decomposed.size();) {
    const std::size_t begin = i;
    const char32_t c = utf8::next(decomposed, i);
    if (c >= 0x300 && c <= 0x36F) {
      if (after_foldable) continue;
    } else {
      UErrorCode error = U_ZERO_ERROR;
      const UScriptCode script = uscript_getScript(static_cast<UChar32>(c), &error);
      after_foldable = c < 0x80 || script == USCRIPT_LATIN || script == USCRIPT_GREEK;
    }
    out.append(decomposed, begin, i - begin);
  }
  return out;
}

std::string normalized(const icu::Normalizer2* normalizer, std::string_view text, UErrorCode& error) {
  if (normalizer == nullptr) throw std::bad_alloc(); // the forms are part of the library
  std::string out;
  icu::StringByteSink<std::string> sink(&out);
  normalizer->normalizeUTF8(0, icu::StringPiece(text.data(), static_cast<int32_t>(text.size())), sink, nullptr, error);
  return out;
}

std::string fold_foreign(std::string_view text) {
  if (is_plain_cjk(text)) return fold_plain_cjk(text);
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const char32_t c = utf8::next(text, i);
    if (is_apostrophe(c)) {
      plain += '\'';
    } else {
      utf8::append(plain, c == kMultiplication ? U'x' : c);
    }
  }
  UErrorCode error = U_ZERO_ERROR;
  std::string folded = normalized(icu::Normalizer2::getNFKCCasefoldInstance(error), plain, error);
  folded = without_accents(normalized(icu::Normalizer2::getNFDInstance(error), folded, error));
  folded = normalized(icu::Normalizer2::getNFCInstance(error), folded, error);
  if (error == U_MEMORY_ALLOCATION_ERROR) throw std::bad_alloc(); // else the index would have other words
  if (U_FAILURE(error)) return plain;
  std::string out;
  for (std::size_t i = 0; i < folded.size();) {
    const char32_t c = utf8::next(folded, i);
    utf8::append(out, c == kFractionSlash ? U'/' : is_apostrophe(c) ? U'\'' : simplified(c)); // made by ⅓ and ŉ
  }
  return out;
}

} // namespace

CharClass classify(char32_t code_point) {
  return code_point < kAscii.size() ? kAscii[code_point] : classify_foreign(code_point);
}

char32_t simplified(char32_t code_point) {
  if (code_point < kFirstHan || code_point > kLastHan) return code_point;
  const char16_t other = kSimplified[code_point - kFirstHan];
  return other == 0 ? code_point : other;
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string fold(std::string_view text) {
  if (!is_ascii(text)) return fold_foreign(text);
  return ascii::to_lower(text);
}

} // namespace trawl::text
