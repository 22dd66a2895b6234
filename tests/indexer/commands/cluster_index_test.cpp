// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/indexer/commands/indexer_run.h"
#include "tests/support/fake_cluster.h"

#include <string>

#include <catch2/catch.hpp>

namespace cluster_index_test {

using namespace trawl;
using namespace trawl::test;

TEST_CASE("cluster index: an article that was withdrawn does not come back when the index is rebuilt", "[commands]") {
  IndexerWorld world;
  std::string withdrawn = import_row("withdrawn");
  withdrawn.insert(1, R"("gone_since":"2026-02-03T04:05:06Z",)");
  REQUIRE(world.run({"import", "--quiet", world.file("rows.jsonl", import_row("living") + withdrawn)}).exit_code == 0);
  FakeCluster cluster;
  ScriptedServer server([&](const ScriptedServer::Request& request) { return cluster.answer(request); });
  const Done rebuilt =
      world.run({"index", "rebuild", "--quiet", "--engine", "opensearch", "--opensearch-url", server.url()});
  INFO(rebuilt.err);
  REQUIRE(rebuilt.exit_code == 0);
  std::size_t written = 0;
  for (const auto& [id, action] : cluster.taken) written += action == "index" ? 1 : 0;
  CHECK(written == 1);
}

} // namespace cluster_index_test
