// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/session.h"

#include "shared/opensearch/json_query.h"
#include "tests/support/scripted_server.h"

#include <chrono>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::opensearch;
using namespace std::chrono_literals;

namespace session_test {

using test::ScriptedServer;
using Request = ScriptedServer::Request;
using Reply = ScriptedServer::Reply;

/// A cluster with one store, whose articles have one tag.
struct OneStore {
  std::uint64_t sequence = 1;
  ScriptedServer server{[this](const Request& request) { return answer(request); }};
  Client client = std::move(*Client::open({.urls = server.url()}));
  Memory memory;

  Reply answer(const Request& request) const {
    if (request.path.contains("/point_in_time")) return point(request);
    if (request.body.contains("expired")) return {404, R"({"error": {"type": "search_context_missing_exception"}})"};
    if (!request.path.contains("-state"))
      return {200, R"({"aggregations": {"values": {"buckets": [{"key": "gpu\u0001GPU", "doc_count": 7}]}}})"};
    const Json state = to_json(StoreState{"abc", "trawl-abc-000001", 1, sequence, {}, {}, 1});
    return {200, json_text(Json{
                     {"hits", {{"hits", Json::array({Json{{"_index", "trawl-abc-000001"}, {"_source", state}}})}}}})};
  }

  /// While a shard is away, one of those that are left, if that is allowed, as it is by default.
  static Reply point(const Request& request) {
    if (!request.path.contains("allow_partial_pit_creation=false")) {
      return {200, R"({"pit_id": "some", "_shards": {"total": 2, "successful": 1, "failed": 1}})"};
    }
    return {503, R"({"error": {"type": "search_phase_execution_exception", "reason": "a shard is away"}})"};
  }

  Session session() {
    auto begun = Session::begin(client, memory, within(10s));
    REQUIRE(begun);
    return std::move(*begun);
  }
  std::size_t asked() const { return server.requests().size(); }
};

const Json kBody = {{"query", everything()}, {"size", 11}};

TEST_CASE("opensearch session: the values of a field are not asked for again while the index stays the same",
          "[opensearch]") {
  OneStore cluster;
  const Session session = cluster.session();
  REQUIRE(session.values("tag", everything()));
  const std::size_t before = cluster.asked();
  const auto values = session.values("tag", everything());
  REQUIRE(values);
  CHECK((*values)->front().shown == "GPU");
  CHECK(cluster.asked() == before);
  cluster.sequence = 2;
  cluster.memory.read_at = {}; // it is time to look
  REQUIRE(cluster.session().values("tag", everything()));
  CHECK(cluster.asked() == before + 2);
}

TEST_CASE("opensearch session: pages go on in the current index if the cluster has no point in time for them",
          "[opensearch]") {
  OneStore cluster; // 503: as with too many of them, or with a shard away, of which the search then says so
  const Session session = cluster.session();
  std::string point = session.open_point();
  CHECK(point.empty());
  CHECK(cluster.server.requests().back().path.contains("/_search/point_in_time?allow_partial_pit_creation=false"));
  REQUIRE(session.search_in(kBody, point));
  const auto asked = cluster.server.requests().back();
  CHECK(asked.path.starts_with("/trawl/_search?allow_partial_search_results=false"));
  CHECK(parse_json(asked.body) == kBody);
}

TEST_CASE("opensearch session: a point in time is used while there is one, and closed", "[opensearch]") {
  OneStore cluster;
  const Session session = cluster.session();
  std::string point = "known";
  REQUIRE(session.search_in(kBody, point));
  CHECK(point == "known");
  CHECK(cluster.server.requests().back().path.starts_with("/_search?"));
  session.close_point(point);
  CHECK(cluster.server.requests().back().line.starts_with("DELETE /_search/point_in_time "));
  CHECK(cluster.server.requests().back().body == R"({"pit_id":["known"]})");
  point = "expired";
  REQUIRE(session.search_in(kBody, point));
  CHECK(point.empty());
  CHECK(cluster.server.requests().back().path.starts_with("/trawl/_search?"));
}

TEST_CASE("opensearch session: what was counted in one store is not the count of another at the same sequence",
          "[opensearch]") {
  StoreState one{"abc", "trawl-abc-000001", 2, 40, Moment{std::chrono::seconds(1'000)}, {}}, anew = one;
  CHECK(combined_state({one}) == combined_state({anew}));
  anew.committed += 1h; // the cluster was emptied and filled again
  CHECK(combined_state({one}) != combined_state({anew}));
  anew = one;
  anew.store = "def";
  CHECK(combined_state({one}) != combined_state({anew}));
  CHECK(combined_state({one, anew}) == combined_state({anew, one})); // the cluster gives them in any order
  CHECK(combined_state({one}).store == "abc");
  CHECK(combined_state({one}).sequence == 40);
  CHECK(combined_state({one, anew}).store.empty()); // two have no sequence in common
}

} // namespace session_test
