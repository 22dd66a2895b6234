// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/cluster_engine.h"

#include "shared/base/json.h"
#include "tests/support/scripted_server.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::opensearch;

namespace cluster_engine_test {

using test::ScriptedServer;
using Request = ScriptedServer::Request;
using Reply = ScriptedServer::Reply;

/// A cluster whose first answers about an article fail; later ones say that there is no such article.
struct FailingCluster {
  int failures, status = 503;
  int asked = 0;
  ScriptedServer server{[this](const Request& request) { return answer(request); }};

  Reply answer(const Request&) {
    ++asked;
    if (asked <= failures) return {status, R"({"error": {"type": "node_disconnected_exception", "reason": "gone"}})"};
    return {200, R"({"hits": {"hits": []}})"};
  }
  Result<search::IndexState> state() {
    return ClusterEngine(std::move(*Client::open({.urls = server.url()})), nullptr).state();
  }
};

TEST_CASE("cluster engine: a request that a dying node did not answer is repeated once", "[opensearch]") {
  FailingCluster cluster{.failures = 1};
  CHECK(cluster.state().error().code == ErrorCode::NoIndex); // it answers, and has nothing
  CHECK(cluster.asked == 2);
}

TEST_CASE("cluster engine: a request that fails twice is an error with the reason", "[opensearch]") {
  FailingCluster cluster{.failures = 9};
  const auto state = cluster.state();
  REQUIRE(!state);
  CHECK(state.error().code == ErrorCode::Network);
  CHECK(state.error().what.contains("node_disconnected_exception: gone"));
  CHECK(cluster.asked == 2);
}

TEST_CASE("cluster engine: a rejected login is not tried again", "[opensearch]") {
  FailingCluster cluster{.failures = 9, .status = 401};
  REQUIRE(!cluster.state());
  CHECK(cluster.asked == 1);
}

} // namespace cluster_engine_test
