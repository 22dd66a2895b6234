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

TEST_CASE("section file: damage costs 4 KiB", "[index]") {
  const test::TemporaryDirectory directory;
  const auto path = directory.data().root / "one.trawl";
  auto writer = SectionFileWriter::create(path);
  REQUIRE(writer);
  writer->add("one", std::string(100'000, 'a'));
  REQUIRE(writer->finish());
  std::fstream bytes(path, std::ios::in | std::ios::out | std::ios::binary);
  bytes.seekp(5'000);
  bytes.put('b');
  bytes.close();
  const auto file = SectionFile::open(path);
  REQUIRE(file);
  CHECK(Section(**file, "one").view(10'000, 90'000) == std::string(90'000, 'a'));
  CHECK(Section(**file, "one").view(5'000, 10).empty());
  CHECK((*file)->is_damaged());
  CHECK_FALSE((*file)->check_all());
}

} // namespace section_file_test
