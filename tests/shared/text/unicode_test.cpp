// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/unicode.h"

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>
#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include "shared/base/utf8.h"

namespace unicode_test {

using namespace trawl;
using namespace trawl::text;

namespace {

std::string utf8_of(char32_t c) {
  std::string out;
  utf8::append(out, c);
  return out;
}

std::string decomposed(const std::string& text) {
  UErrorCode error = U_ZERO_ERROR;
  std::string out;
  icu::StringByteSink<std::string> sink(&out);
  icu::Normalizer2::getNFDInstance(error)->normalizeUTF8(0, text, sink, nullptr, error);
  return out;
}

struct Row {
  std::string_view text, want;
};

} // namespace

TEST_CASE("unicode: ASCII has letters, digits, the underscore and two joiners", "[text]") {
  for (char32_t c = 0; c < 128; ++c) {
    INFO(static_cast<unsigned>(c));
    const int byte = static_cast<int>(c);
    const CharClass expected = std::isalpha(byte) != 0   ? CharClass::Letter
                               : std::isdigit(byte) != 0 ? CharClass::Digit
                               : c == U'_'               ? CharClass::Underscore
                               : c == U'\'' || c == U'&' ? CharClass::Joiner
                                                         : CharClass::Break;
    CHECK(classify(c) == expected);
  }
}

TEST_CASE("unicode: characters of each class", "[text]") {
  const auto check = [](CharClass expected, std::u32string_view characters) {
    for (const char32_t c : characters) {
      INFO("U+" << std::hex << static_cast<unsigned>(c));
      CHECK(classify(c) == expected);
    }
  };
  check(CharClass::Letter, U"éßÆŒжЖαΩאبकกა\u0301\u0903\u02B0ªǅ");
  check(CharClass::Digit, U"²⅓Ⅷ٣３①");
  check(CharClass::Cjk, U"家々〇あカーｶ한ㄅ\U00020000");
  check(CharClass::Joiner, U"\u2018\u2019\u02BC\uFF07");
  check(CharClass::Ignorable, U"\u00AD\u200C\u200D\uFEFF\u2060");
  check(CharClass::Break, U"\u200B\u00A0\u3000\u2028—…«»“”®™€😀☕。、・·‐\uFFFD\uE000");
}

TEST_CASE("unicode: Kana, Chinese characters and Korean syllables are what ICU says they are", "[text]") {
  for (char32_t c = 0x3000; c <= 0xD7FF; ++c) {
    UErrorCode error = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(static_cast<UChar32>(c), &error);
    const bool has_no_blanks = script == USCRIPT_HAN || script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA ||
                               script == USCRIPT_BOPOMOFO || script == USCRIPT_HANGUL;
    INFO(utf8_of(c));
    if (u_charType(static_cast<UChar32>(c)) == U_OTHER_LETTER) CHECK((classify(c) == CharClass::Cjk) == has_no_blanks);
    if (u_charType(static_cast<UChar32>(c)) == U_UNASSIGNED) CHECK(classify(c) == CharClass::Break);
  }
  CHECK(fold("家が한국어モデル") == "家が한국어モデル");
}

TEST_CASE("unicode: equivalent spellings are folded to one", "[text]") {
  for (const Row& row : std::vector<Row>{{"", ""},
                                         {"PyTorch", "pytorch"},
                                         {"A@[`{Z", "a@[`{z"}, // only letters change
                                         {"naïve", "naive"},
                                         {"ÉCOLE", "ecole"},
                                         {"Straße", "strasse"},
                                         {"STRASSE", "strasse"},
                                         {"ﬁne", "fine"},
                                         {"ＧＰＴ４", "gpt4"},
                                         {"Ⅷ", "viii"},
                                         {"x²", "x2"},
                                         {"⅓", "1/3"},
                                         {"2×2", "2x2"},
                                         {"don\u2019t", "don't"},
                                         {"don\u02BCt", "don't"},
                                         {"Ångström", "angstrom"},
                                         {"\u212B", "a"},      // the Ångström sign
                                         {"Ελλάδα", "ελλαδα"}, // Greek accents go
                                         {"ΣΊΣΥΦΟΣ", "σισυφοσ"},
                                         {"й", "й"}, // in other scripts the mark makes another letter
                                         {"Ёлка", "ёлка"},
                                         {"が", "が"},
                                         {"soft\u00ADhyphen", "softhyphen"},
                                         {"한국", "한국"},
                                         {"強化學習", "强化学习"},
                                         {"注意力機制", "注意力机制"},
                                         {"強化学習", "强化学习"}, // Japanese shares some of them
                                         {"後ろの模型", "后ろの模型"},
                                         {"繁體ＡＩ", "繁体ai"},
                                         {"Ǆ", "dz"},
                                         {"İ", "i"},
                                         {"ſ", "s"},
                                         {"K", "k"}}) { // the Kelvin sign
    INFO(row.text);
    CHECK(fold(row.text) == row.want);
  }
}

TEST_CASE("unicode: composed and decomposed spellings of every character fold to the same", "[text]") {
  for (char32_t c = 0x80; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    const std::string text = utf8_of(c);
    const std::string apart = decomposed(text);
    if (apart != text && fold(apart) != fold(text)) FAIL("U+" << std::hex << static_cast<unsigned>(c));
  }
}

TEST_CASE("unicode: folding every character again changes nothing, and gives valid UTF-8", "[text]") {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    const std::string once = fold(utf8_of(c));
    if (fold(once) != once || !utf8::is_valid(once)) FAIL("U+" << std::hex << static_cast<unsigned>(c) << ' ' << once);
  }
}

TEST_CASE("unicode: a text is ASCII if all of its bytes are", "[text]") {
  CHECK(is_ascii(""));
  CHECK(is_ascii("\x7F az\n"));
  CHECK_FALSE(is_ascii("az\x80"));
  CHECK_FALSE(is_ascii("é"));
}

} // namespace unicode_test
