// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/page/page_decoder.h"

#include <random>
#include <string>

#include <catch2/catch.hpp>

#include "shared/base/utf8.h"

using namespace trawl::extract;

TEST_CASE("page decoder: bytes that can only be UTF-8 are, whatever header and page say", "[page_decoder]") {
  CHECK(decode_page("<meta charset=gb2312>编码", "text/html; charset=iso-8859-1") == "<meta charset=gb2312>编码");
  CHECK(decode_page("\xEF\xBB\xBFé", "text/html") == "é");
}

TEST_CASE("page decoder: other bytes are decoded by header, then by the page", "[page_decoder]") {
  CHECK(decode_page("caf\xE9", "text/html; charset=iso-8859-1") == "café");
  CHECK(decode_page("<meta charset=windows-1251>\xCF\xF0\xE8", "").ends_with("При"));
}

TEST_CASE("page decoder: plain ASCII can be in an encoding of seven bits", "[page_decoder]") {
  CHECK(decode_page("\x1B$B$\"\x1B(B", "text/html; charset=iso-2022-jp") == "あ");
}

TEST_CASE("page decoder: a broken sequence anywhere makes the bytes not surely UTF-8", "[page_decoder]") {
  const std::string long_ascii(100, 'x');
  for (const std::string bad : {"\xC3", "\xE2\x82", "\xFF", "\xC0\xAF"}) {
    const std::string page = "é" + long_ascii + bad + long_ascii;
    CHECK(decode_page(page, "text/html; charset=iso-8859-1").starts_with("Ã©"));
  }
  CHECK(decode_page("� is valid", "text/html; charset=iso-8859-1") == "� is valid");
}

TEST_CASE("page decoder: a character beyond ASCII is found at every position", "[page_decoder]") {
  for (std::size_t before = 0; before <= 24; ++before) {
    for (std::size_t after = 0; after <= 9; ++after) {
      CAPTURE(before, after);
      const std::string utf8 = std::string(before, 'x') + "é" + std::string(after, 'y');
      CHECK(decode_page(utf8, "text/html; charset=iso-8859-1") == utf8);
      const std::string latin = std::string(before, 'x') + "\xE9" + std::string(after, 'y');
      CHECK(decode_page(latin, "text/html; charset=iso-8859-1") == utf8);
      const std::string both = "é" + latin; // not UTF-8 throughout
      CHECK(decode_page(both, "text/html; charset=iso-8859-1") == "Ã©" + utf8);
    }
  }
}

TEST_CASE("page decoder: with a NUL the bytes are not surely UTF-8", "[page_decoder]") {
  CHECK(decode_page(std::string("é\0", 3), "text/html; charset=iso-8859-1").starts_with("Ã©"));
}

TEST_CASE("page decoder: the result is valid UTF-8 whatever the bytes", "[page_decoder]") {
  for (std::uint32_t seed = 0; seed < 1'000; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    std::string bytes(random() % 60, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random() % 256);
    for (const char* type : {"", "text/html; charset=utf-8", "text/html; charset=shift_jis"}) {
      CHECK(trawl::utf8::is_valid(decode_page(bytes, type)));
    }
  }
  CHECK(decode_page("", "").empty());
}
