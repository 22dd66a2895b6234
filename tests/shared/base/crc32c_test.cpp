// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/crc32c.h"

#include <random>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl;

TEST_CASE("crc32c: the examples of RFC 3720", "[base]") {
  std::string ascending, descending;
  for (int i = 0; i < 32; ++i) {
    ascending += static_cast<char>(i);
    descending += static_cast<char>(31 - i);
  }
  for (const auto sum : {crc32c, crc32c_portable}) {
    CHECK(sum(std::string(32, '\0'), 0) == 0x8A9136AA);
    CHECK(sum(std::string(32, '\xff'), 0) == 0x62A8AB43);
    CHECK(sum(ascending, 0) == 0x46DD794E);
    CHECK(sum(descending, 0) == 0x113FDB5C);
    CHECK(sum("123456789", 0) == 0xE3069283);
    CHECK(sum("", 0) == 0);
  }
}

TEST_CASE("crc32c: with and without the processor's instruction, in one piece and in two", "[base]") {
  std::mt19937 random(11);
  std::string bytes;
  for (int i = 0; i < 300; ++i) bytes += static_cast<char>(random());
  for (std::size_t begin = 0; begin < 9; ++begin) {
    for (std::size_t size = 0; size + begin <= bytes.size(); size += 1 + random() % 7) {
      const std::string_view part = std::string_view(bytes).substr(begin, size);
      const std::size_t cut = size == 0 ? 0 : random() % size;
      REQUIRE(crc32c(part) == crc32c_portable(part));
      REQUIRE(crc32c(part.substr(cut), crc32c(part.substr(0, cut))) == crc32c(part));
    }
  }
}

TEST_CASE("crc32c: long pieces, whose parts are summed in parallel", "[base]") {
  std::mt19937 random(12);
  std::string bytes;
  for (int i = 0; i < 70'000; ++i) bytes += static_cast<char>(random());
  for (const std::size_t size : {4079u, 4080u, 4081u, 8159u, 8160u, 8177u, 65'279u, 65'280u, 65'536u, 69'000u}) {
    INFO(size);
    const std::string_view part = std::string_view(bytes).substr(random() % 900, size);
    CHECK(crc32c(part) == crc32c_portable(part));
    CHECK(crc32c(part, 0x12345678) == crc32c_portable(part, 0x12345678));
  }
}
