// SPDX-License-Identifier: GPL-3.0-or-later
// What a crawl does before and without any answer from the net.
#include "shared/base/file.h"
#include "tests/indexer/commands/indexer_run.h"

#include <filesystem>
#include <string>

#include <catch2/catch.hpp>

namespace crawl_test {

using namespace trawl;
using namespace trawl::test;

namespace {

std::string catalogue(const std::string& id) {
  const std::string home = "https://" + id + ".invalid/"; // RFC 2606: never resolved
  return R"({"sources": [{"id": ")" + id + R"(", "label": ")" + id + R"(", "homepage": ")" + home +
         R"(", "kind": "feed", "url": ")" + home + R"(feed"}]})";
}

} // namespace

TEST_CASE("crawl: without a network it ends at once and says so", "[commands]") {
  const IndexerWorld world;
  const auto done = world.run({"crawl", "--sources", world.file("own.json", catalogue("one"))});
  CHECK(done.exit_code == 4);
  CHECK(done.err.contains("no network: none of 1 host could be resolved"));
  CHECK_FALSE(done.err.contains("0 failed"));
}

TEST_CASE("crawl: a --sources file becomes the catalogue of the data directory", "[commands]") {
  const IndexerWorld world;
  const auto first = world.file("first.json", catalogue("one")), second = world.file("second.json", catalogue("two"));
  const auto listed = [&] { return world.run({"sources", "list"}).out; };
  CHECK(world.run({"crawl", "--sources", first}).err.contains(first + " is now the catalogue of " + world.data()));
  CHECK(listed().contains("one.invalid"));
  CHECK_FALSE(world.run({"crawl", "--sources", first}).err.contains("is now the catalogue")); // it is already
  CHECK_FALSE(std::filesystem::exists(world.data() + "/sources.json.old"));

  const auto changed = world.run({"crawl", "--sources", second});
  CHECK(changed.err.contains("the one before is " + world.data() + "/sources.json.old"));
  CHECK(listed().contains("two.invalid"));
  CHECK(read_file(world.data() + "/sources.json.old") == catalogue("one")); // nothing that somebody wrote is lost
}

} // namespace crawl_test
