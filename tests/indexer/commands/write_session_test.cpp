// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/write_session.h"

#include "shared/store/reader_memory.h"
#include "tests/support/temporary_directory.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace write_session_test {

using namespace trawl;

TEST_CASE("write session: no crawl, of sources or of a page that is added, takes the pictures of marked articles",
          "[commands]") {
  test::TemporaryDirectory directory;
  const std::vector<std::string> starred{"00000000000000a1"}, later{"00000000000000b2"};
  {
    auto memory = store::ReaderMemory::open(directory.data()).value();
    REQUIRE(memory.set(ReaderMark::Starred, starred, true, Moment{}));
    REQUIRE(memory.set(ReaderMark::Later, later, true, Moment{}));
    REQUIRE(memory.set(ReaderMark::Read, std::vector<std::string>{"00000000000000c3"}, true, Moment{}));
  }
  commands::Options options;
  options.data = directory.data().root.string();
  const auto session = commands::WriteSession::open(options, commands::Definitions::Remembered);
  REQUIRE(session);
  const crawl::CrawlOptions crawl = session->crawl_options(options, "trawl/1");
  CHECK(crawl.marked == std::vector{starred.front(), later.front()});
  CHECK(crawl.keeps_pictures);
  CHECK(crawl.picture_budget == 500'000'000);
}

} // namespace write_session_test
