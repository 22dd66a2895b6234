// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/cluster_update.h"

#include "tests/indexer/crawl/followed_store.h"
#include "tests/support/fake_cluster.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::crawl;
using namespace std::chrono_literals;

namespace cluster_update_test {

using opensearch::Json;
using test::FakeCluster;
using Request = test::ScriptedServer::Request;
using Reply = test::ScriptedServer::Reply;

/// A store with two articles, and a cluster.
struct World {
  test_support::FollowedStore store;
  FakeCluster cluster;
  test::ScriptedServer server{[this](const Request& request) { return cluster.answer(request); }};
  std::vector<std::string> warnings;

  World() { store.publish(0, 2); }

  Result<void> follow(
      std::chrono::milliseconds patience = 1h, bool is_anew = false,
      const std::function<bool()>& stopped = [] { return false; }) {
    auto update = update_cluster(
        store.data(), std::move(*opensearch::Client::open({.urls = server.url()})), {},
        {.is_anew = is_anew, .patience = patience, .first_pause = 1ms, .warn = [this](const std::string& what) {
           warnings.push_back(what);
         }});
    REQUIRE(update);
    return update->finish({}, {}, stopped);
  }
  std::uint64_t position() const { return cluster.state.at("state").at("sequence"); }
  std::uint64_t last() { return store::ArticleStore(store.database()).last_sequence().value(); }
  std::vector<Request> requests(const std::string& part) const {
    auto all = server.requests();
    std::erase_if(all, [&](const Request& one) { return !one.path.contains(part); });
    return all;
  }
};

const std::string kFirst = test::article(0).id, kSecond = test::article(1).id;

TEST_CASE("cluster update: an index has a position before it is searched", "[crawl]") {
  World world;
  REQUIRE(world.follow());
  const auto requests = world.server.requests();
  std::vector<std::string> asked;
  for (const Request& one : requests) asked.push_back(one.method + " " + one.path.substr(0, one.path.find('?')));
  const std::string index = world.cluster.served;
  CHECK(index.starts_with("trawl-"));
  CHECK(asked == std::vector<std::string>{"POST /trawl-state/_search", "GET /trawl-*/_alias/trawl-state",
                                          "DELETE /" + index, "PUT /" + index, "POST /" + index + "/_bulk",
                                          "POST /_aliases", "POST /" + index + "/_bulk", "POST /" + index + "/_bulk"});
  CHECK(world.position() == world.last());
  const Json actions = parse_json(world.requests("/_aliases").front().body).at("actions");
  CHECK(actions[0]["add"]["alias"] == "trawl");
  CHECK(actions[1]["add"]["alias"] == "trawl-state");
}

TEST_CASE("cluster update: each change has its sequence number as its version, and one request is a commit",
          "[crawl]") {
  World world;
  REQUIRE(world.follow());
  world.store.retract(1);
  REQUIRE(world.follow());
  CHECK(world.cluster.taken.at(kFirst).at("id") == kFirst);
  CHECK(world.cluster.taken.at(kSecond) == Json::object());
  CHECK(world.cluster.bulks == 2);
  const auto bulks = world.requests("/_bulk?refresh=true");
  REQUIRE(bulks.size() == 5); // the first position, and each time articles and position
  CHECK(bulks[1].body.contains(R"("version":1,"version_type":"external")"));
  CHECK(bulks[3].body.contains(R"("version":)" + std::to_string(world.last()) + R"(,"version_type":"external")"));
  CHECK(world.position() == world.last());
}

TEST_CASE("cluster update: a batch of which a line is rejected for the moment is sent again, and counts then",
          "[crawl]") {
  World world;
  world.cluster.on_bulk = [&](const Request& request, int count) {
    if (count > 1) CHECK(world.position() == 0);
    return world.cluster.accept(request, [&](const std::string& id) {
      return id == kSecond ? (count == 1 ? 429 : 201) : (count == 1 ? 201 : 409); // it has the first one already
    });
  };
  REQUIRE(world.follow());
  CHECK(world.cluster.bulks == 2);
  CHECK(world.cluster.taken.size() == 2);
  CHECK(world.position() == world.last());
  CHECK(world.warnings.size() == 1);
}

TEST_CASE(
    "cluster update: it waits for a cluster that is busy, is full, or has a node that does not know the index yet",
    "[crawl]") {
  const std::string unknown = R"({"type": "index_not_found_exception", "reason": "no such index"})";
  const std::string item = R"({"index": {"_id": ")" + kFirst + R"(", "status": 404, "error": )" + unknown + "}}";
  const std::vector<Reply> troubles{{429, "{}"},
                                    {503, "{}"},
                                    {403, R"({"error": {"type": "cluster_block_exception", "reason": "disk usage"}})"},
                                    {404, R"({"error": )" + unknown + "}"},
                                    {200, R"({"items": [)" + item + "," + item + "]}"}};
  for (const Reply& trouble : troubles) {
    World world;
    world.cluster.on_bulk = [&](const Request& request, int count) {
      return count < 3 ? trouble : world.cluster.accept(request, [](const auto&) { return 201; });
    };
    REQUIRE(world.follow());
    CHECK(world.cluster.bulks == 3);
    CHECK(world.cluster.taken.size() == 2);
    REQUIRE(world.warnings.size() == 1);
    CHECK(world.warnings[0].contains("they are stored in crawl.db and sent later (OpenSearch answered"));
  }
}

TEST_CASE("cluster update: a node that has not heard of the index does not make it begin a new one", "[crawl]") {
  World world;
  REQUIRE(world.follow());
  const std::string index = world.cluster.served;
  world.store.retract(1);
  world.cluster.joining = 2;
  REQUIRE(world.follow());
  CHECK(world.cluster.served == index);
  CHECK(world.requests("/_aliases").size() == 1);
  CHECK(world.position() == world.last());
  CHECK(world.warnings.size() == 1);
}

TEST_CASE("cluster update: in the end it waits no longer than it may, and the next run sends what is left", "[crawl]") {
  World world;
  world.cluster.on_bulk = [](const Request&, int) { return Reply{503, "{}"}; };
  const auto done = world.follow(200ms);
  REQUIRE_FALSE(done);
  CHECK(done.error().code == ErrorCode::Network);
  CHECK(world.cluster.bulks > 1);
  CHECK(world.cluster.bulks < 12); // its pauses grow
  CHECK(world.position() == 0);
  world.cluster.on_bulk = nullptr;
  REQUIRE(world.follow());
  CHECK(world.cluster.taken.size() == 2);
  CHECK(world.position() == world.last());
  CHECK(world.requests("/_aliases").size() == 1);
}

TEST_CASE("cluster update: an article with rejected content is reported, and the rest is written", "[crawl]") {
  World world;
  world.cluster.on_bulk = [&](const Request& request, int) {
    return world.cluster.accept(request, [](const std::string& id) { return id == kFirst ? 400 : 201; });
  };
  const auto done = world.follow();
  REQUIRE_FALSE(done);
  CHECK(done.error().code == ErrorCode::Partial);
  CHECK(world.warnings == std::vector<std::string>{"article " + kFirst +
                                                   " was refused: OpenSearch answered 400, some_exception: because"});
  CHECK(world.cluster.taken.contains(kSecond));
  CHECK(world.position() == world.last());
}

TEST_CASE("cluster update: an index of another version is refused, and stays", "[crawl]") {
  World world;
  REQUIRE(world.follow());
  const Json state = world.cluster.state;
  for (const int further : {-1, 1}) {
    world.cluster.state["state"]["schema"] = state.at("state").at("schema").get<int>() + further;
    const Json before = world.cluster.state;
    const auto refused = world.follow();
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::IndexDamaged);
    CHECK(refused.error().hint.contains("`trawl index rebuild`"));
    CHECK(world.cluster.state == before);
  }
}

TEST_CASE("cluster update: a new index replaces the old one when it has everything, in one step", "[crawl]") {
  World world;
  REQUIRE(world.follow());
  const std::string old = world.cluster.served;
  world.cluster.on_bulk = [](const Request&, int) { return Reply{503, "{}"}; };
  CHECK(world.follow(1h, true, [] { return true; }).error().code == ErrorCode::Interrupted);
  CHECK(world.cluster.served == old);
  world.cluster.on_bulk = nullptr;
  REQUIRE(world.follow(1h, true));
  CHECK(world.cluster.served == old.substr(0, old.size() - 1) + "2");
  const auto requests = world.server.requests();
  CHECK(requests.back().path == "/_aliases");
  CHECK(parse_json(requests.back().body).at("actions")[2]["remove_index"]["index"] == old);
}

TEST_CASE("cluster update: an index that is ahead of the store is made anew", "[crawl]") {
  World world;
  REQUIRE(world.follow());
  world.cluster.state["state"]["sequence"] = 1'000;
  world.cluster.taken.clear();
  REQUIRE(world.follow());
  CHECK(world.cluster.taken.size() == 2);
  CHECK(world.position() == world.last());
  CHECK(world.cluster.served.ends_with("-000002"));
}

TEST_CASE("cluster update: an answer that does not fit the batch changes nothing", "[crawl]") {
  for (const std::string body : {"{}", "[]", R"({"items": []})", R"({"items": [3, 4]})", R"({"items": [{}, {}]})"}) {
    World world;
    world.cluster.on_bulk = [&](const Request&, int) { return Reply{200, body}; };
    CHECK_FALSE(world.follow(0ms));
    CHECK(world.position() == 0);
  }
}

} // namespace cluster_update_test
