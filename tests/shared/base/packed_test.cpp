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

TEST_CASE("packed: zigzag keeps the sign, and numbers near zero stay small", "[base]") {
  for (const std::int64_t number : {INT64_MIN, INT64_MIN + 1, std::int64_t{-2}, std::int64_t{-1}, std::int64_t{0},
                                    std::int64_t{1}, std::int64_t{2}, INT64_MAX}) {
    CHECK(zigzag_decode(zigzag_encode(number)) == number);
  }
  CHECK(zigzag_encode(0) == 0);
  CHECK(zigzag_encode(-1) == 1);
  CHECK(zigzag_encode(1) == 2);
}

// The first are the examples of DWARF 5, figure C.1.
TEST_CASE("packed: numbers have the bytes of LEB128", "[base]") {
  const std::vector<std::pair<std::uint64_t, std::string>> rows{
      {2, "\x02"},         {127, "\x7F"},           {128, "\x80\x01"},
      {129, "\x81\x01"},   {130, "\x82\x01"},       {12857, "\xB9\x64"},
      {16383, "\xFF\x7F"}, {16384, "\x80\x80\x01"}, {UINT64_MAX, std::string(9, '\xFF') + '\x01'},
  };
  for (const auto& [number, bytes] : rows) {
    INFO(number);
    std::string written;
    put_number(written, number);
    CHECK(written == bytes);
  }
}

TEST_CASE("packed: reading stops after the number or text", "[base]") {
  std::string bytes;
  put_number(bytes, 300);
  put_text(bytes, "a\nb");
  bytes += "rest";
  std::string_view in = bytes, text;
  std::uint64_t number = 0;
  REQUIRE(take_number(in, number));
  CHECK(number == 300);
  REQUIRE(take_text(in, text));
  CHECK(text == "a\nb");
  CHECK(in == "rest");
  CHECK(text.data() >= bytes.data()); // a view, not a copy
  CHECK(text.data() < bytes.data() + bytes.size());
}

TEST_CASE("packed: a number of ten bytes is read, one of eleven is not", "[base]") {
  const std::string ten = std::string(9, '\x80') + '\x01';
  std::string_view in = ten;
  std::uint64_t number = 0;
  REQUIRE(take_number(in, number));
  CHECK(number == std::uint64_t{1} << 63);
  const std::string eleven = std::string(10, '\x80') + '\x01';
  in = eleven;
  CHECK_FALSE(take_number(in, number));
}

// The table of the Protocol Buffers encoding, "Signed Integers".
TEST_CASE("packed: zigzag alternates between the signs", "[base]") {
  const std::vector<std::pair<std::int64_t, std::uint64_t>> rows{{0, 0},
                                                                 {-1, 1},
                                                                 {1, 2},
                                                                 {-2, 3},
                                                                 {0x7fffffff, 0xfffffffe},
                                                                 {-0x80000000LL, 0xffffffff},
                                                                 {INT64_MAX, UINT64_MAX - 1},
                                                                 {INT64_MIN, UINT64_MAX}};
  for (const auto& [number, encoded] : rows) {
    INFO(number);
    CHECK(zigzag_encode(number) == encoded);
    CHECK(zigzag_decode(encoded) == number);
  }
}

TEST_CASE("packed: zigzag is reversible, and a smaller magnitude never takes more bytes", "[base]") {
  constexpr unsigned kSeed = 52;
  std::mt19937_64 random(kSeed);
  for (int round = 0; round < 5'000; ++round) {
    const auto number = static_cast<std::int64_t>(random() >> random() % 64);
    INFO("seed " << kSeed << ", round " << round << ": " << number);
    REQUIRE(zigzag_decode(zigzag_encode(number)) == number);
    if (number > 0) {
      REQUIRE(zigzag_encode(number - 1) < zigzag_encode(number));
      REQUIRE(zigzag_encode(-number) < zigzag_encode(number));
    }
  }
}
