// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/segment/segment.h"

#include "shared/base/packed.h"
#include "shared/index/segment/section_names.h"
#include "shared/index/segment/segment_file_writer.h"
#include "tests/support/temporary_directory.h"

#include <cstdint>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace segment_test {

using namespace trawl;
using namespace trawl::index;

TEST_CASE("segment: a forged number of documents is refused before memory is allocated for them", "[index]") {
  const test::TemporaryDirectory directory;
  const auto path = directory.data().root / "forged.trawl";
  for (const std::uint64_t documents : {0U, 1U, 2U, 3U, 2'000'000'000U}) {
    CAPTURE(documents);
    auto writer = SegmentFileWriter::create(path).value();
    std::string meta;
    for (const std::uint64_t number : {documents, std::uint64_t{20}, std::uint64_t{4}})
      packed::put_number(meta, number);
    writer.add(kMeta, meta);
    writer.add_numbers(kWords, std::vector<std::uint32_t>{0, 10, 10}, 4); // of two documents
    REQUIRE(writer.finish());
    const auto segment = Segment::open(path);
    CHECK(segment.has_value() == (documents == 2));
    if (!segment) CHECK(segment.error().code == ErrorCode::IndexDamaged);
  }
}

} // namespace segment_test
