// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/crawl_run.h"

#include "shared/store/reader_memory.h"
#include "tests/support/temporary_directory.h"

#include <limits>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace crawl_run_test {

using namespace trawl;
using namespace trawl::commands;

namespace {

/// Options with a data directory of their own.
struct World {
  World() { options.data = directory.data().root.string(); }
  test::TemporaryDirectory directory;
  Options options;
};

} // namespace

TEST_CASE("crawl run: no crawl, of sources or of a page that is added, takes the pictures of marked articles",
          "[commands]") {
  const World world;
  const std::vector<std::string> starred{"00000000000000a1"}, later{"00000000000000b2"};
  {
    auto memory = store::ReaderMemory::open(world.directory.data()).value();
    REQUIRE(memory.set(ReaderMark::Starred, starred, true, Moment{}));
    REQUIRE(memory.set(ReaderMark::Later, later, true, Moment{}));
    REQUIRE(memory.set(ReaderMark::Read, std::vector<std::string>{"00000000000000c3"}, true, Moment{}));
  }
  const auto session = WriteSession::open(world.options);
  REQUIRE(session);
  const auto run = CrawlRun::of(world.options, *session, {});
  REQUIRE(run);
  CHECK(run->settings.marked == std::vector{starred.front(), later.front()});
  CHECK(run->settings.keeps_pictures);
  CHECK(run->settings.picture_budget == 500'000'000);
}

TEST_CASE("crawl run: every crawl, of sources or of a page that is added, ends when the disk is nearly full",
          "[commands]") {
  const World world;
  auto session = WriteSession::open(world.options);
  REQUIRE(session);
  session->least_free = std::numeric_limits<std::uint64_t>::max();
  schema::SourceDefinition source;
  source.id = source.label = "a";
  source.seed.url = "https://a.invalid/feed"; // RFC 2606: never resolved
  auto run = CrawlRun::of(world.options, *session, {source});
  REQUIRE(run);
  fetch::Politeness politeness;
  const auto report = run_crawl(world.options, *session, std::move(*run), politeness);
  REQUIRE_FALSE(report);
  CHECK(report.error().code == ErrorCode::Disk);
}

} // namespace crawl_run_test
