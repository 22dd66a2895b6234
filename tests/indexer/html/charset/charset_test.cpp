// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/charset.h"

#include <catch2/catch.hpp>

#include <random>
#include <string>

#include "shared/base/utf8.h"

using namespace trawl::html;
TEST_CASE("charset: the output is valid UTF-8 without NUL, whatever the input", "[charset]") {
  std::mt19937 random(11);
  const char* const types[] = {"",
                               "text/html; charset=utf-16be",
                               "text/html; charset=gbk",
                               "text/html; charset=shift_jis",
                               "text/html; charset=iso-2022-jp",
                               "text/html; charset=big5",
                               "text/html; charset=utf-8"};
  for (int round = 0; round < 2000; ++round) {
    std::string bytes;
    const auto length = random() % 60;
    for (unsigned i = 0; i < length; ++i) bytes += static_cast<char>(random() % (round % 2 ? 256 : 140));
    const Decoded decoded = decode(bytes, types[random() % std::size(types)], Markup::Html);
    CHECK(trawl::utf8::is_valid(decoded.text));
    CHECK(decoded.text.find('\0') == std::string::npos);
  }
}
