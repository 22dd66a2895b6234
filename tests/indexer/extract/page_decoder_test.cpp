// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/page_decoder.h"

#include <string>

#include <catch2/catch.hpp>

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
