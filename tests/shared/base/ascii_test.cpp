// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/ascii.h"

#include <cctype>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl;

TEST_CASE("ascii: agrees with the C locale on every byte, and ignores bytes beyond ASCII", "[base]") {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    const bool ascii = byte < 0x80;
    CHECK(ascii::is_digit(c) == (ascii && std::isdigit(byte) != 0));
    CHECK(ascii::is_alpha(c) == (ascii && std::isalpha(byte) != 0));
    CHECK(ascii::is_alnum(c) == (ascii && std::isalnum(byte) != 0));
    CHECK(ascii::is_space(c) == (ascii && std::isspace(byte) != 0 && c != '\v')); // HTML has no vertical tab
    CHECK(ascii::to_lower(c) == (ascii ? static_cast<char>(std::tolower(byte)) : c));
  }
}

TEST_CASE("ascii: case is ignored for ASCII letters only", "[base]") {
  CHECK(ascii::equals_ignoring_case("Content-TYPE", "content-type"));
  CHECK_FALSE(ascii::equals_ignoring_case("content", "content-type"));
  CHECK_FALSE(ascii::equals_ignoring_case("É", "é"));
  CHECK(ascii::to_lower("ÉCOLE") == "École");
  CHECK(ascii::trim(" \t\r\n\fa b\n") == "a b");
  CHECK(ascii::trim(" \n").empty());
}
