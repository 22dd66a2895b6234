// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/segment/number_array.h"

#include "shared/index/segment/segment_file_writer.h"
#include "tests/support/forged_segment.h"
#include "tests/support/temporary_directory.h"

#include <fstream>

#include <catch2/catch.hpp>

namespace number_array_test {

using namespace trawl;
using namespace trawl::index;

constexpr std::size_t kNumbers = 40'000; // four bytes each: ten blocks

/// A file with the numbers 100'000, 100'001 …; the byte `damaged` of its body is changed.
std::shared_ptr<const SegmentFile> file_of_numbers(const test::TemporaryDirectory& directory, std::size_t damaged) {
  const auto path = directory.data().root / "numbers.trawl";
  auto writer = SegmentFileWriter::create(path);
  REQUIRE(writer);
  std::vector<std::uint32_t> numbers(kNumbers);
  for (std::size_t i = 0; i < kNumbers; ++i) numbers[i] = static_cast<std::uint32_t>(100'000 + i);
  writer->add_numbers("numbers", numbers, 4);
  REQUIRE(writer->finish());
  std::fstream bytes(path, std::ios::in | std::ios::out | std::ios::binary);
  bytes.seekg(static_cast<std::streamoff>(damaged));
  const char changed = static_cast<char>(bytes.get() ^ 1);
  bytes.seekp(static_cast<std::streamoff>(damaged));
  bytes.put(changed);
  bytes.close();
  const auto file = SegmentFile::open(path);
  REQUIRE(file);
  return *file;
}

TEST_CASE("number array: a single number is read if its block is sound, and a damaged one is never shown", "[index]") {
  const test::TemporaryDirectory directory;
  const std::size_t damaged = 5 * kChecksumBlock + 10;
  const auto file = file_of_numbers(directory, damaged);
  const NumberArray numbers(*file, "numbers", kNumbers);
  CHECK(numbers.raw(0) == 100'000);
  CHECK(numbers.raw(kNumbers - 1) == 100'000 + kNumbers - 1);
  CHECK_FALSE(file->is_damaged());
  for (std::size_t i = 0; i < kNumbers; i += 100) {
    INFO(i);
    CHECK((numbers.raw(i) == 100'000 + i || numbers.raw(i) == 0));
  }
  CHECK(numbers.raw(damaged / 4) == 0);
  CHECK(file->is_damaged());
}

TEST_CASE("number array: loops and many single reads see zeros if any block is damaged", "[index]") {
  const test::TemporaryDirectory directory;
  const auto file = file_of_numbers(directory, 5 * kChecksumBlock + 10);
  const NumberArray numbers(*file, "numbers", kNumbers);
  numbers.with_array([&](const auto* array) {
    for (std::size_t i = 0; i < kNumbers; ++i) REQUIRE(array[i] == 0);
  });
  CHECK(file->is_damaged());
  for (std::size_t i = 0; i < kNumbers; ++i) static_cast<void>(numbers.raw(i));
  CHECK(numbers.raw(0) == 0);
}

TEST_CASE("number array: one of a wrong size, or whose numbers are not aligned, is damaged", "[index]") {
  const test::TemporaryDirectory directory;
  const auto path = directory.data().root / "numbers.trawl";
  auto writer = SegmentFileWriter::create(path).value();
  writer.add_numbers("numbers", std::vector<std::uint32_t>{100'000, 100'001, 100'002}, 4);
  REQUIRE(writer.finish());
  {
    const auto file = SegmentFile::open(path).value();
    const NumberArray more(*file, "numbers", 4), missing(*file, "others", 4);
    missing.prefetch(3);
    CHECK(more.raw(3) == 0);
    CHECK(file->is_damaged());
  }
  test::forge_section(path, "numbers", -1); // a byte earlier
  const auto file = SegmentFile::open(path).value();
  const NumberArray shifted(*file, "numbers", 3);
  CHECK(shifted.with_array([](const auto* array) { return static_cast<std::uint64_t>(array[0]); }) == 0);
  CHECK(file->is_damaged());
}

TEST_CASE("number array: a forged sum that leaves the range wraps around", "[index]") {
  CHECK(NumberArray::sum(-5, 3) == -2);
  CHECK(NumberArray::sum(INT64_MAX, 1) == INT64_MIN);
  CHECK(NumberArray::sum(INT64_MIN, UINT64_MAX) == INT64_MAX);
  const test::TemporaryDirectory directory;
  const auto path = directory.data().root / "numbers.trawl";
  auto writer = SegmentFileWriter::create(path);
  REQUIRE(writer);
  writer->add("numbers", std::string_view("\0\2", 2), INT64_MAX, 1);
  REQUIRE(writer->finish());
  const auto file = SegmentFile::open(path);
  REQUIRE(file);
  const NumberArray numbers(**file, "numbers", 2);
  CHECK(numbers[1] == INT64_MIN + 1);
}

} // namespace number_array_test
