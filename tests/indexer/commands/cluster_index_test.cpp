// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/indexer/commands/indexer_run.h"
#include "tests/support/fake_cluster.h"

#include <algorithm>
#include <string>

#include <catch2/catch.hpp>

namespace cluster_index_test {

using namespace trawl;
using namespace trawl::test;

TEST_CASE("cluster index: an article that was withdrawn does not come back when the index is rebuilt", "[commands]") {
  const IndexerWorld before, world;
  const std::string rows = import_row("living") + import_row("withdrawn");
  REQUIRE(before.run({"import", "--quiet", before.file("rows.jsonl", rows)}).exit_code == 0);
  std::string exported = before.run({"export"}).out;
  exported.insert(exported.rfind('{', exported.find("withdrawn")) + 1, R"("gone_since":"2026-02-03T04:05:06Z",)");
  REQUIRE(world.run({"import", "--quiet", world.file("exported.jsonl", exported)}).exit_code == 0);
  FakeCluster cluster;
  ScriptedServer server([&](const ScriptedServer::Request& request) { return cluster.answer(request); });
  const std::string settings = world.file("config.toml", "opensearch-url = \"" + server.url() + "\"\n");
  const Done rebuilt = world.run({"index", "rebuild", "--quiet", "--engine", "opensearch", "--config", settings});
  INFO(rebuilt.err);
  REQUIRE(rebuilt.exit_code == 0);
  REQUIRE(cluster.taken.size() == 2);
  CHECK(std::ranges::count(cluster.taken, opensearch::Json::object(), [](const auto& one) { return one.second; }) == 1);
}

TEST_CASE("cluster index: a setting of the cluster on the command line is answered with where it belongs",
          "[commands]") {
  const IndexerWorld world;
  const Done done = world.run({"crawl", "--engine=opensearch", "--opensearch-url=http://127.0.0.1:9"});
  CHECK(done.exit_code == 2);
  CHECK(done.err.contains("--opensearch-url is a setting, not an option: put `opensearch-url = …` into "));
  CHECK(world.run({"crawl", "--partition", "1/2"}).err.contains("put `partition = …` under [crawl] into "));
  CHECK_FALSE(world.run({"crawl", "--help"}).out.contains("opensearch-"));
}

} // namespace cluster_index_test
