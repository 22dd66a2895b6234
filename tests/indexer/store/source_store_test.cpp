// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/migrations.h"
#include "indexer/store/source_store.h"

#include <catch2/catch.hpp>

#include "tests/support/temporary_directory.h"

using namespace trawl;
using namespace trawl::store;

namespace {

Moment at(int seconds) { return Moment(std::chrono::seconds(seconds)); }

} // namespace

TEST_CASE("source store: a source keeps the definition of its last crawl", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  SourceStore sources(*db);
  REQUIRE(sources.save_source({"lantern", "one"}));
  REQUIRE(sources.save_source({"a", "A"}));
  REQUIRE(sources.save_source({"lantern", "two"}));
  const auto found = sources.sources();
  REQUIRE(found);
  REQUIRE(found->size() == 2);
  CHECK(found->at(1).definition == "two");
}

TEST_CASE("source store: seeds come back as saved", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  SourceStore sources(*db);
  auto seed = sources.seed("https://a.example/feed", "a");
  REQUIRE(seed);
  CHECK(seed->asked_at == Moment{});
  seed->etag = "\"x\"";
  seed->due_at = at(50);
  seed->failures = 3;
  REQUIRE(sources.save_seed(*seed));
  const auto again = sources.seed("https://a.example/feed", "a");
  CHECK(again->etag == "\"x\"");
  CHECK(again->failures == 3);
  CHECK(sources.seeds()->size() == 1);
}

TEST_CASE("source store: failures of one URL are counted until it works", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  SourceStore sources(*db);
  REQUIRE(sources.save_failure({"a", "https://a.example/2", "network", "no answer", 1, at(5)}));
  REQUIRE(sources.save_failure({"a", "https://a.example/2", "timeout", "too slow", 1, at(6)}));
  CHECK(sources.failures("a")->at(0).count == 2);
  CHECK(sources.failures("a")->at(0).code == "timeout");
  REQUIRE(sources.clear_failure("a", "https://a.example/2"));
  CHECK(sources.failures("a")->empty());
}
