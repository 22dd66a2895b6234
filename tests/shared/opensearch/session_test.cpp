// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/session.h"

#include "shared/index/source_notes.h"
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

/// A cluster with one store. Each count is 7; `second` is what it answers to the second search of a request.
struct CountingCluster {
  Json second = {{"status", 200}, {"hits", {{"hits", Json::array({1, 2, 3})}}}};
  ScriptedServer server{[this](const Request& request) { return answer(request); }};
  Client client = std::move(*Client::open({.urls = server.url()}));
  Memory memory;

  Reply answer(const Request& request) const {
    if (request.path == "/") return {200, R"({"version": {"distribution": "opensearch", "number": "2.19.1"}})"};
    if (request.path.contains("/point_in_time")) return point(request);
    if (request.body.contains("expired")) return {404, R"({"error": {"type": "search_context_missing_exception"}})"};
    const Json asked = parse_json(request.body); // several lines are not JSON: one count, and another search
    const std::size_t counts = asked.is_object() ? buckets_of(asked, "/aggs/counts/filters/filters").size() : 1;
    const Json buckets(counts, Json{{"doc_count", 7}});
    const Json counted = {{"status", 200}, {"aggregations", {{"counts", {{"buckets", buckets}}}}}};
    if (request.path.contains("/_msearch")) return {200, json_text(Json{{"responses", {counted, second}}})};
    if (!request.path.contains("-state")) {
      return {200, json_text(request.body.contains("aggs") ? counted : Json{{"hits", {{"hits", Json::array()}}}})};
    }
    const Json state = {{"store", "abc"},
                        {"index", "trawl-abc-000001"},
                        {"generation", 1},
                        {"revision", 1},
                        {"sequence", 1},
                        {"committed", 0},
                        {"sources", index::to_json({})},
                        {"schema", 1},
                        {"refused", Json::array()}};
    return {200, json_text(Json{{"hits", {{"hits", Json::array({Json{{"_source", state}}})}}}})};
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

TEST_CASE("opensearch session: an expected search is sent together with the counts", "[opensearch]") {
  CountingCluster cluster;
  const Session session = cluster.session();
  const std::size_t before = cluster.asked();
  session.prefetch(kBody);
  CHECK(session.counts({term_query("stems", "kernel")}) == std::vector<std::size_t>{7});
  const auto answer = session.search(kBody);
  REQUIRE(answer);
  CHECK(buckets_of(*answer, "/hits/hits").size() == 3);
  CHECK(cluster.asked() == before + 1);
}

TEST_CASE("opensearch session: a search other than the expected one is sent on its own", "[opensearch]") {
  CountingCluster cluster;
  const Session session = cluster.session();
  session.prefetch(kBody);
  REQUIRE(session.counts({term_query("stems", "kernel")}));
  const auto answer = session.search(Json{{"query", nothing()}});
  REQUIRE(answer);
  CHECK(buckets_of(*answer, "/hits/hits").empty());
}

TEST_CASE("opensearch session: an expected search that failed is sent again", "[opensearch]") {
  CountingCluster cluster;
  cluster.second = {{"status", 503}, {"error", {{"type", "x"}, {"reason", "a shard is away"}}}};
  const Session session = cluster.session();
  session.prefetch(kBody);
  CHECK(session.counts({term_query("stems", "kernel")}) == std::vector<std::size_t>{7});
  const std::size_t before = cluster.asked();
  REQUIRE(session.search(kBody));
  CHECK(cluster.asked() == before + 1);
}

TEST_CASE("opensearch session: counts are not requested again while the index stays the same", "[opensearch]") {
  CountingCluster cluster;
  const Session session = cluster.session();
  REQUIRE(session.counts({term_query("stems", "kernel")}));
  const std::size_t before = cluster.asked();
  CHECK(session.counts({term_query("stems", "kernel")}) == std::vector<std::size_t>{7});
  CHECK(cluster.asked() == before);
}

TEST_CASE("opensearch session: a count is found when others are forgotten to make room", "[opensearch]") {
  CountingCluster cluster;
  const Session session = cluster.session();
  REQUIRE(session.counts({term_query("stems", "kernel")}));
  for (int i = 0; i < 20'000; ++i) cluster.memory.counts["query " + std::to_string(i)] = 1;
  const auto counts = session.counts({term_query("stems", "kernel"), term_query("stems", "attention")});
  CHECK(counts == std::vector<std::size_t>{7, 7});
  CHECK(cluster.memory.counts.size() == 2);
}

TEST_CASE("opensearch session: pages go on in the current index if the cluster has no point in time for them",
          "[opensearch]") {
  CountingCluster cluster; // 503: as with too many of them, or with a shard away, of which the search then says so
  std::string point;
  REQUIRE(cluster.session().search_in_point(kBody, point));
  CHECK(point.empty());
  const auto asked = cluster.server.requests();
  CHECK(asked[asked.size() - 2].path.contains("/_search/point_in_time?allow_partial_pit_creation=false"));
  CHECK(asked.back().path.starts_with("/trawl/_search?allow_partial_search_results=false"));
  CHECK(parse_json(asked.back().body) == kBody);
}

TEST_CASE("opensearch session: a point in time is used while there is one, and closed", "[opensearch]") {
  CountingCluster cluster;
  const Session session = cluster.session();
  std::string point = "known";
  REQUIRE(session.search_in_point(kBody, point));
  CHECK(point == "known");
  CHECK(cluster.server.requests().back().path.starts_with("/_search?"));
  session.close_point(point);
  CHECK(cluster.server.requests().back().line.starts_with("DELETE /_search/point_in_time "));
  CHECK(cluster.server.requests().back().body == R"({"pit_id":["known"]})");
  point = "expired";
  REQUIRE(session.search_in_point(kBody, point));
  CHECK(point.empty());
  CHECK(cluster.server.requests().back().path.starts_with("/trawl/_search?"));
}

TEST_CASE("opensearch session: what was counted in one store is not the count of another at the same revision",
          "[opensearch]") {
  StoreState one{"abc", "trawl-abc-000001", 2, 5, 40, Moment{std::chrono::seconds(1'000)}, {}}, anew = one;
  CHECK(combined_state({one}) == combined_state({anew}));
  anew.committed += 1h; // the cluster was emptied and filled again
  CHECK(combined_state({one}) != combined_state({anew}));
  anew = one;
  anew.store = "def";
  CHECK(combined_state({one}) != combined_state({anew}));
  CHECK(combined_state({one, anew}) == combined_state({anew, one})); // the cluster gives them in any order
}

} // namespace session_test
