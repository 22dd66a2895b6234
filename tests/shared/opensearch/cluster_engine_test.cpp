// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/cluster_engine.h"

#include "tests/support/scripted_server.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::opensearch;

namespace cluster_engine_test {

TEST_CASE("cluster engine: a rejected login is reported like a cluster that is away", "[opensearch]") {
  const test::ScriptedServer server([](const auto&) { return test::ScriptedServer::Reply{401}; });
  const auto state = ClusterEngine(std::move(*Client::open({.urls = server.url()}))).state();
  REQUIRE(!state);
  CHECK(state.error().code == ErrorCode::Network);
  CHECK(state.error().what == "OpenSearch rejected the login (401)");
}

} // namespace cluster_engine_test
