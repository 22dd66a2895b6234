// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/sections/section_file.h"

#include "shared/index/sections/section_file_writer.h"
#include "tests/support/temporary_directory.h"

#include <fstream>
#include <string>

#include <catch2/catch.hpp>

namespace section_file_test {

using namespace trawl;
using namespace trawl::index;

/// A file of one section, whose byte 5,000 is changed after it was written.
std::shared_ptr<const SectionFile> damaged_file(const test::TemporaryDirectory& directory,
                                                std::uint64_t expected_size) {
  const auto path = directory.data().root / "one.trawl";
  auto writer = SectionFileWriter::create(path, expected_size);
  REQUIRE(writer);
  writer->add("one", std::string(100'000, 'a'));
  REQUIRE(writer->finish());
  std::fstream bytes(path, std::ios::in | std::ios::out | std::ios::binary);
  bytes.seekp(5'000);
  bytes.put('b');
  bytes.close();
  const auto file = SectionFile::open(path);
  REQUIRE(file);
  return *file;
}

TEST_CASE("section file: damage costs 4 KiB, and 16 KiB of a file that was expected to be large", "[index]") {
  const test::TemporaryDirectory directory;
  for (const std::uint64_t expected : {std::uint64_t{0}, kLargeFile}) {
    INFO(expected);
    const auto file = damaged_file(directory, expected);
    CHECK(Section(*file, "one").view(60'000, 40'000) == std::string(40'000, 'a'));
    CHECK(Section(*file, "one").view(10'000, 10).empty() == (expected == kLargeFile));
    CHECK(Section(*file, "one").view(5'000, 10).empty());
    CHECK(file->is_damaged());
    CHECK_FALSE(file->check_all());
  }
}

} // namespace section_file_test
