// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/charset.h"

#include <catch2/catch.hpp>

#include <optional>
#include <random>
#include <string>

#include <iconv.h>

#include "shared/base/utf8.h"

using namespace trawl;
using namespace trawl::html;

namespace {

/// Converts with the C library, which has its own tables; nullopt if it cannot.
std::optional<std::string> convert(std::string text, const std::string& from, const std::string& to) {
  const iconv_t converter = iconv_open(to.c_str(), from.c_str());
  REQUIRE(converter != reinterpret_cast<iconv_t>(-1));
  std::string out(text.size() * 8 + 8, '\0');
  char *in = text.data(), *end = out.data();
  std::size_t left = text.size(), room = out.size();
  const bool done = iconv(converter, &in, &left, &end, &room) != static_cast<std::size_t>(-1) &&
                    iconv(converter, nullptr, nullptr, &end, &room) != static_cast<std::size_t>(-1);
  iconv_close(converter);
  out.resize(out.size() - room);
  return done ? std::optional(out) : std::nullopt;
}

} // namespace

TEST_CASE("decode: a text in each encoding is read back", "[charset]") {
  struct Row {
    std::string encoding, name_in_c_library, text;
  };
  const Row rows[] = {{"windows-1252", "CP1252", "Café – “naïve” €"},
                      {"windows-1250", "CP1250", "Příliš žluťoučký"},
                      {"windows-1251", "CP1251", "Привет, мир"},
                      {"windows-1256", "CP1256", "مرحبا"},
                      {"windows-874", "CP874", "สวัสดี"},
                      {"macintosh", "MACINTOSH", "Café"},
                      {"x-mac-cyrillic", "MAC-CYRILLIC", "Привет"},
                      {"KOI8-U", "KOI8-U", "Привіт"},
                      {"ISO-8859-8-I", "ISO-8859-8", "שלום"},
                      {"Shift_JIS", "CP932", "日本語テキスト"},
                      {"EUC-JP", "EUC-JP", "日本語テキスト"},
                      {"ISO-2022-JP", "ISO-2022-JP", "日本語テキスト"},
                      {"EUC-KR", "CP949", "안녕하세요"},
                      {"GBK", "GBK", "你好，世界"},
                      {"gb18030", "GB18030", "你好 😀"},
                      {"Big5", "BIG5-HKSCS", "你好，世界"},
                      {"UTF-16LE", "UTF-16LE", "a é 日 😀"},
                      {"UTF-16BE", "UTF-16BE", "a é 日 😀"},
                      {"UTF-32LE", "UTF-32LE", "a é 日 😀"},
                      {"UTF-32BE", "UTF-32BE", "a é 日 😀"}};
  for (const Row& row : rows) {
    INFO(row.encoding);
    const auto bytes = convert(row.text, "UTF-8", row.name_in_c_library);
    REQUIRE(bytes);
    CHECK(to_utf8(*bytes, row.encoding) == row.text);
  }
}

TEST_CASE("decode: every character of the single-byte encodings is the one that the C library has", "[charset]") {
  for (const std::string encoding :
       {"ISO-8859-2",   "ISO-8859-3",   "ISO-8859-4",   "ISO-8859-5",   "ISO-8859-6",   "ISO-8859-7",
        "ISO-8859-8",   "ISO-8859-10",  "ISO-8859-13",  "ISO-8859-14",  "ISO-8859-15",  "ISO-8859-16",
        "KOI8-R",       "IBM866",       "windows-1250", "windows-1251", "windows-1252", "windows-1253",
        "windows-1254", "windows-1255", "windows-1256", "windows-1257", "windows-1258"}) {
    const std::string name = encoding.starts_with("windows-") ? "CP" + encoding.substr(8) : encoding;
    for (int byte = 0x20; byte < 256; ++byte) {
      if (byte == 0x7F) continue; // a control character
      const std::string bytes(1, static_cast<char>(byte));
      const auto expected = convert(bytes, name, "UTF-8");
      INFO(encoding << " " << byte);
      if (expected && !expected->empty()) CHECK(to_utf8(bytes, encoding) == *expected); // the rest is not assigned
    }
  }
}

TEST_CASE("decode: valid UTF-8 is copied, whatever its characters", "[charset]") {
  constexpr unsigned kSeed = 3629;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 2'000; ++round) {
    std::string text;
    for (auto left = random() % 20; left > 0; --left) {
      const char32_t limits[] = {0x80, 0x800, 0xD800, 0x110000};
      char32_t code = 1 + static_cast<char32_t>(random()) % (limits[random() % 4] - 1);
      if (code >= 0xD800 && code < 0xE000) code -= 0x800;
      utf8::append(text, code);
    }
    INFO("seed " << kSeed << ", round " << round);
    REQUIRE(to_utf8(text, "UTF-8") == text);
    REQUIRE(census_of(text).errors == 0);
  }
}

TEST_CASE("decode: in UTF-8 a stray byte of windows-1252 becomes its character, other bytes are replaced",
          "[charset]") {
  struct Row {
    std::string_view bytes;
    std::string text;
  };
  using namespace std::string_view_literals;
  const Row rows[] = {{"caf\xE9 x"sv, "café x"},
                      {"\x93hi\x94 x"sv, "“hi” x"},
                      {"a\x80z"sv, "a€z"},
                      {"a\x81z"sv, "a\uFFFDz"},
                      {"a\xE9"sv, "a\uFFFD"},
                      {"a\xC3"sv, "a\uFFFD"},
                      {"a\0b"sv, "ab"},
                      {"\xED\xA0\x80z"sv, "\u00ED\u00A0€z"},
                      {"\xEF\xBF\xBDz"sv, "\uFFFDz"}};
  for (const Row& row : rows) {
    CHECK(to_utf8(row.bytes, "UTF-8") == row.text);
  }
}

TEST_CASE("decode: single bytes outside ASCII in the encodings that are read here", "[charset]") {
  CHECK(to_utf8("\x80\xFF"
                "a",
                "x-user-defined") == "\uF780\uF7FFa");
  CHECK(to_utf8("\xA4\xAA\xBA\xDE\xFE", "ISO-8859-16") == "€ȘșȚț");
  CHECK(to_utf8("\xA0\xA7\xE9\x85", "ISO-8859-16") == "\u00A0§é\u0085"); // as in Latin-1
  CHECK(to_utf8("text", "replacement") == "text");
  CHECK(to_utf8("text", "unknown") == "text");
  CHECK(to_utf8("", "GBK") == "");
}

TEST_CASE("decode: half of a character is replaced, also across the converter's buffer", "[charset]") {
  using namespace std::string_view_literals;
  CHECK(to_utf8("a\0\xD8"sv, "UTF-16LE").starts_with("a"));
  CHECK(to_utf8("\0\xD8"
                "a\0"sv,
                "UTF-16LE")
            .ends_with("a"));
  std::string bytes, text;
  for (int i = 0; i < 5'000; ++i) {
    bytes += "\x3D\xD8\x00\xDE"sv; // U+1F600 as a surrogate pair; some pairs lie across a buffer of 4,096 units
    text += "😀";
    if (i == 100) bytes += "x\0"sv, text += "x";
  }
  CHECK(to_utf8(bytes, "UTF-16LE") == text);
}

TEST_CASE("decode: the census counts characters beyond ASCII, and errors except at the end", "[charset]") {
  struct Row {
    std::string_view bytes;
    std::size_t sequences, errors;
  };
  const Row rows[] = {
      {"", 0, 0},     {"ascii", 0, 0},         {"é日😀", 3, 0},     {"\xE9 a", 0, 1},      {"a\xE9", 0, 0},
      {"\xC3", 0, 0}, {"\xC3 \xC3\xA9", 1, 1}, {"\xC0\xAF.", 0, 2}, {"\xEF\xBF\xBD", 1, 0}};
  for (const Row& row : rows) {
    CHECK(census_of(row.bytes).sequences == row.sequences);
    CHECK(census_of(row.bytes).errors == row.errors);
  }
}

TEST_CASE("decode: the census finds an error exactly in invalid text", "[charset]") {
  constexpr unsigned kSeed = 10;
  std::mt19937 random(kSeed);
  const std::string alphabet = "a\x80\xA9\xBF\xC3\xE2\x82\xED\xF0\x9F\xF5\xFF";
  for (int round = 0; round < 3'000; ++round) {
    std::string bytes;
    for (auto left = random() % 10; left > 0; --left) bytes += alphabet[random() % alphabet.size()];
    bytes += '.'; // so that nothing is cut off at the end
    INFO("seed " << kSeed << ", round " << round);
    REQUIRE((census_of(bytes).errors == 0) == utf8::is_valid(bytes));
  }
}
