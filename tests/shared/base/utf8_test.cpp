// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/utf8.h"

#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;

namespace {

const std::string kMark = "\xEF\xBF\xBD"; // U+FFFD

struct Row {
  std::string bytes, repaired;
};

/// Whether `bytes`, at most four, are one character: decoding and encoding them again gives the same bytes. Slow, and
/// independent of the decoder's table of bounds.
bool is_one_character(const std::string& bytes) {
  const unsigned lead_bits = bytes.size() == 1 ? 0x7Fu : 0x3Fu >> (bytes.size() - 1);
  char32_t code_point = static_cast<unsigned char>(bytes[0]) & lead_bits;
  for (std::size_t i = 1; i < bytes.size(); ++i) {
    code_point = code_point << 6 | (static_cast<unsigned char>(bytes[i]) & 0x3Fu);
  }
  std::string encoded;
  utf8::append(encoded, code_point);
  return encoded == bytes;
}

bool is_valid_slowly(const std::string& text) {
  std::vector<bool> reachable(text.size() + 1, false);
  reachable[0] = true;
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    if (!reachable[begin]) continue;
    for (std::size_t size = 1; size <= 4 && begin + size <= text.size(); ++size) {
      if (is_one_character(text.substr(begin, size))) reachable[begin + size] = true;
    }
  }
  return reachable.back();
}

/// Bytes that are often almost UTF-8.
std::string near_utf8(std::mt19937& random) {
  static const std::vector<std::string> kPieces{"a",    "\xC3\xA9", "\xE5\xAE\xB6", "\xF0\x9F\x98\x80",
                                                "\xC3", "\xE5",     "\xF0",         "\x80",
                                                "\xBF", "\xED",     "\xA0",         "\xF4",
                                                "\x90", "\xC0",     "\xFF",         "\xE0"};
  std::string text;
  for (std::size_t left = random() % 8; left > 0; --left) text += kPieces[random() % kPieces.size()];
  return text;
}

} // namespace

TEST_CASE("utf8: the examples of RFC 3629, section 7", "[base]") {
  const std::vector<std::pair<std::string, std::u32string>> rows{
      {"A\xE2\x89\xA2\xCE\x91.", U"A\u2262\u0391."},
      {"\xED\x95\x9C\xEA\xB5\xAD\xEC\x96\xB4", U"\uD55C\uAD6D\uC5B4"},
      {"\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E", U"\u65E5\u672C\u8A9E"},
      {"\xEF\xBB\xBF\xF0\xA3\x8E\xB4", U"\uFEFF\U000233B4"},
  };
  for (const auto& [bytes, code_points] : rows) {
    std::u32string read;
    for (std::size_t position = 0; position < bytes.size();) read += utf8::next(bytes, position);
    CHECK(read == code_points);
    std::string written;
    for (const char32_t c : code_points) utf8::append(written, c);
    CHECK(written == bytes);
    CHECK(utf8::is_valid(bytes));
    CHECK(utf8::length(bytes) == code_points.size());
  }
}

TEST_CASE("utf8: each maximal part of an ill-formed sequence becomes one mark (Unicode 3.9, tables 3-8 to 3-11)",
          "[base]") {
  const auto marks = [](int count) {
    std::string out;
    for (int i = 0; i < count; ++i) out += kMark;
    return out;
  };
  const std::vector<Row> rows{
      {"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", marks(8) + "A"},                  // overlong forms
      {"\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41", marks(8) + "A"},                  // surrogates
      {"\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42", marks(5) + "A" + marks(2) + "B"}, // beyond U+10FFFF
      {"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", marks(4) + "A"},                  // cut short
      {"\xF0\x9F\x98", kMark},                                                   // cut short at the end
      {"\xF8\x88\x80\x80\x80", marks(5)},                                        // five bytes
  };
  for (const Row& row : rows) {
    INFO(row.bytes);
    CHECK(utf8::repair(row.bytes) == row.repaired);
    CHECK_FALSE(utf8::is_valid(row.bytes));
    CHECK(utf8::length(row.bytes) == utf8::length(row.repaired));
  }
}

TEST_CASE("utf8: repair replaces NUL and keeps valid sequences", "[base]") {
  CHECK(utf8::repair(std::string("a\0b", 3)) == "a" + kMark + "b");
  CHECK(utf8::is_valid(std::string("a\0b", 3)));
  CHECK(utf8::repair("").empty());
  CHECK(utf8::repair("naïve 家 😀 " + kMark) == "naïve 家 😀 " + kMark);
  CHECK(utf8::is_valid(kMark));
}

TEST_CASE("utf8: a sequence of up to two bytes is valid exactly if it encodes characters", "[base]") {
  for (int first = 0; first < 256; ++first) {
    const std::string one(1, static_cast<char>(first));
    if (utf8::is_valid(one) != is_valid_slowly(one)) FAIL("byte " << first);
    for (int second = 0; second < 256; ++second) {
      const std::string two = one + static_cast<char>(second);
      if (utf8::is_valid(two) != is_valid_slowly(two)) FAIL("bytes " << first << ' ' << second);
    }
  }
}

TEST_CASE("utf8: random bytes are valid exactly if they encode characters, and are repaired once", "[base]") {
  constexpr unsigned kSeed = 11;
  std::mt19937 random(kSeed);
  int valid = 0;
  for (int round = 0; round < 20'000; ++round) {
    const std::string text = near_utf8(random);
    INFO("seed " << kSeed << ", round " << round);
    const std::string repaired = utf8::repair(text);
    REQUIRE(utf8::is_valid(text) == is_valid_slowly(text));
    REQUIRE(is_valid_slowly(repaired));
    REQUIRE(utf8::repair(repaired) == repaired);
    REQUIRE((repaired == text) == utf8::is_valid(text));
    REQUIRE(utf8::length(text) == utf8::length(repaired));
    valid += utf8::is_valid(text) ? 1 : 0;
  }
  CHECK(valid > 500);
}

TEST_CASE("utf8: truncating to bytes keeps as much as possible without splitting a character", "[base]") {
  const std::string text = "aé家😀z";
  for (std::size_t limit = 0; limit <= text.size() + 2; ++limit) {
    INFO(limit);
    const std::string_view cut = utf8::truncate_bytes(text, limit);
    CHECK(text.starts_with(cut));
    CHECK(cut.size() <= limit);
    CHECK(utf8::is_valid(cut));
    // One character more would not fit.
    if (cut.size() == text.size()) continue;
    std::size_t next_end = cut.size();
    utf8::next(text, next_end);
    CHECK(next_end > limit);
  }
  CHECK(utf8::truncate_bytes("\x80\x80\x80", 2).empty()); // no beginning of a character anywhere
}

TEST_CASE("utf8: truncating to code points counts each character once", "[base]") {
  const std::string text = "aé家😀z";
  CHECK(utf8::truncate(text, 0).empty());
  CHECK(utf8::truncate(text, 2) == "aé");
  CHECK(utf8::truncate(text, 4) == "aé家😀");
  CHECK(utf8::truncate(text, 5) == text);
  CHECK(utf8::truncate(text, 99) == text);
  CHECK(utf8::length(text) == 5);
  CHECK(utf8::length("") == 0);
  CHECK(utf8::length("e\u0301") == 2); // a combining mark is a code point of its own
}

TEST_CASE("utf8: every code point that is appended is read back", "[base]") {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string text;
    utf8::append(text, c);
    std::size_t position = 0;
    if (utf8::next(text, position) != c || position != text.size()) FAIL("code point " << static_cast<unsigned>(c));
  }
}

TEST_CASE("utf8: an invalid code point is appended as U+FFFD", "[base]") {
  for (const char32_t c : {char32_t{0xD800}, char32_t{0xDFFF}, char32_t{0x110000}, char32_t{0xFFFFFFFF}}) {
    std::string text = "x";
    utf8::append(text, c);
    CHECK(text == "x" + kMark);
  }
}
