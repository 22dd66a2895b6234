// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/utf8.h"

#include <catch2/catch.hpp>

using namespace trawl;

TEST_CASE("utf8: ill-formed bytes become one replacement character per broken sequence", "[base]") {
  CHECK(utf8::repair("a\xff"
                     "b") == "a\xEF\xBF\xBD"
                             "b");
  CHECK(utf8::repair("\xE2\x82") == "\xEF\xBF\xBD");                             // cut short
  CHECK(utf8::repair("\xED\xA0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"); // a surrogate
  CHECK(utf8::repair("\xC0\xAF") == "\xEF\xBF\xBD\xEF\xBF\xBD");                 // overlong
  CHECK(utf8::repair(std::string_view("a\0b", 3)) == "a\xEF\xBF\xBD"
                                                     "b");
  CHECK(utf8::repair("naïve 家 😀") == "naïve 家 😀");
}

TEST_CASE("utf8: cutting never breaks a character", "[base]") {
  CHECK(utf8::truncate_bytes("aé", 2) == "a");
  CHECK(utf8::truncate("家坟x", 2) == "家坟");
  CHECK(utf8::length("家😀x") == 3);
}

TEST_CASE("utf8: what is appended is read back, for every code point", "[base]") {
  for (char32_t c = 1; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string text;
    utf8::append(text, c);
    std::size_t position = 0;
    if (utf8::next(text, position) != c || position != text.size()) FAIL("code point " << static_cast<unsigned>(c));
  }
}
