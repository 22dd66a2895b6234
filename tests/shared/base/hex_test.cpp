// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/hex.h"

#include <string>
#include <string_view>

#include <catch2/catch.hpp>

using namespace trawl;

TEST_CASE("hex: digits of both cases have their values, and nothing else has one", "[base]") {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    INFO(byte);
    const auto small = kHexDigits.find(c), capital = kUpperHexDigits.find(c);
    const auto found = small != std::string_view::npos ? small : capital;
    CHECK(hex_value(c) == (found == std::string_view::npos ? -1 : static_cast<int>(found)));
  }
}

TEST_CASE("hex: numbers and bytes have as many digits as asked for", "[base]") {
  std::string out;
  append_hex(out, 0x1F, 4);
  append_hex(out, 0xFFFF'FFFF'FFFF'FFFFu, 16);
  append_hex(out, static_cast<char>(0xA9), kUpperHexDigits);
  CHECK(out == "001fffffffffffffffffA9");
}
