// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/packed.h"

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl::packed;

TEST_CASE("packed: numbers of every size are read back, in as few bytes as they need", "[base]") {
  for (unsigned bits = 0; bits <= 64; ++bits) {
    const std::uint64_t power = bits == 64 ? UINT64_MAX : std::uint64_t{1} << bits;
    for (const std::uint64_t number : {power - 1, power, power + 1}) {
      std::string bytes;
      put_number(bytes, number);
      std::size_t expected = 1;
      for (std::uint64_t rest = number >> 7; rest > 0; rest >>= 7) ++expected;
      CHECK(bytes.size() == expected);
      std::string_view in = bytes;
      std::uint64_t back = 0;
      REQUIRE(take_number(in, back));
      CHECK(back == number);
      CHECK(in.empty());
    }
  }
}

TEST_CASE("packed: a number without an end is rejected", "[base]") {
  for (std::size_t size = 0; size <= 12; ++size) {
    const std::string bytes(size, '\x80');
    std::string_view in = bytes;
    std::uint64_t number = 0;
    CHECK_FALSE(take_number(in, number));
  }
}

TEST_CASE("packed: a text that is longer than the input is rejected", "[base]") {
  std::string bytes;
  put_text(bytes, "posting");
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    std::string_view in = std::string_view(bytes).substr(0, size), text;
    CHECK_FALSE(take_text(in, text));
  }
  std::string huge;
  put_number(huge, UINT64_MAX);
  std::string_view in = huge, text;
  CHECK_FALSE(take_text(in, text));
}

TEST_CASE("packed: a random sequence of numbers and texts is read back", "[base]") {
  std::mt19937_64 random(51);
  std::vector<std::pair<std::uint64_t, std::string>> written;
  std::string bytes;
  for (int i = 0; i < 2'000; ++i) {
    written.emplace_back(random() >> random() % 64, std::string(random() % 300, static_cast<char>(random())));
    put_number(bytes, written.back().first);
    put_text(bytes, written.back().second);
  }
  std::string_view in = bytes, text;
  std::uint64_t number = 0;
  for (const auto& [expected, expected_text] : written) {
    REQUIRE(take_number(in, number));
    REQUIRE(take_text(in, text));
    REQUIRE(number == expected);
    REQUIRE(text == expected_text);
  }
  CHECK(in.empty());
}
