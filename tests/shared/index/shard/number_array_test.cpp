// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/shard/number_array.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace number_array_test {

using namespace trawl::index;

using Numbers = std::vector<std::int64_t>;

Numbers numbers_of(const NumberArray& array) {
  Numbers out;
  for (std::size_t i = 0; i < array.size(); ++i) out.push_back(array[i]);
  return out;
}

TEST_CASE("number array: what is put is taken, in any width, above any least number", "[index]") {
  std::mt19937_64 random(7);
  for (const std::uint64_t greatest :
       {0ULL, 1ULL, 255ULL, 256ULL, 65'535ULL, 65'536ULL, 4'294'967'295ULL, 4'294'967'296ULL, ~0ULL}) {
    for (const std::int64_t least : {std::int64_t{0}, std::int64_t{-5}, INT64_MIN, std::int64_t{1'775'000'000}}) {
      for (const std::size_t size : {0U, 1U, 7U, 8U, 9U, 1'000U}) {
        CAPTURE(greatest, least, size);
        Numbers numbers;
        for (std::size_t i = 0; i < size; ++i) {
          const std::uint64_t raw = i == 0 ? greatest : greatest == ~0ULL ? random() : random() % (greatest + 1);
          numbers.push_back(NumberArray::sum(least, raw));
        }
        const NumberArray array(std::span<const std::int64_t>(numbers), least);
        REQUIRE(numbers_of(array) == numbers);
        CHECK(array.greatest_raw() == (size == 0 ? 0 : greatest));
        std::string bytes = "before";
        array.put(bytes);
        const std::size_t end = bytes.size();
        bytes += "behind";
        std::string_view in = std::string_view(bytes).substr(6);
        NumberArray taken;
        REQUIRE(NumberArray::take(in, taken));
        CHECK(in == "behind");
        CHECK(taken.least() == least);
        REQUIRE(numbers_of(taken) == numbers);
        taken.with_array([&](const auto* raw) {
          for (std::size_t i = 0; i < size; ++i) REQUIRE(NumberArray::sum(least, raw[i]) == numbers[i]);
        });
        for (std::size_t cut = 6; cut < end; cut += 1 + (end - cut) / 40) {
          std::string_view half = std::string_view(bytes).substr(6, cut - 6);
          REQUIRE_FALSE(NumberArray::take(half, taken));
        }
      }
    }
  }
}

TEST_CASE("number array: small numbers take a byte each", "[index]") {
  const auto bytes_of = [](std::uint32_t greatest) {
    std::vector<std::uint32_t> numbers(1'000, 3);
    numbers.back() = greatest;
    std::string bytes;
    NumberArray(std::span<const std::uint32_t>(numbers)).put(bytes);
    return bytes.size();
  };
  CHECK(bytes_of(255) < 1'010);
  CHECK(bytes_of(256) < 2'010);
  CHECK(bytes_of(65'536) < 4'010);
}

TEST_CASE("number array: a width that there is not, or that does not fit, is refused", "[index]") {
  NumberArray array;
  for (const std::string& bytes : {std::string("\0\0\2ab", 5), std::string("\3\0\3abc", 6), std::string("\2\0\3abc", 6),
                                   std::string("\x10\0\0", 3), std::string("\1\0\4abc", 6), std::string()}) {
    std::string_view in = bytes;
    CAPTURE(bytes);
    CHECK_FALSE(NumberArray::take(in, array));
  }
}

TEST_CASE("number array: a forged sum that leaves the range wraps around", "[index]") {
  CHECK(NumberArray::sum(-5, 3) == -2);
  CHECK(NumberArray::sum(INT64_MAX, 1) == INT64_MIN);
  CHECK(NumberArray::sum(INT64_MIN, UINT64_MAX) == INT64_MAX);
}

} // namespace number_array_test
