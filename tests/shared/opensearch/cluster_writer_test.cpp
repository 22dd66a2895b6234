// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/cluster_writer.h"

#include "tests/support/fake_cluster.h"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::opensearch;

namespace cluster_writer_test {

using test::FakeCluster;
using test::ScriptedServer;
using Request = ScriptedServer::Request;
using Reply = ScriptedServer::Reply;

Article article(std::string id, std::string text = "Kernels and caches.") {
  Article out;
  out.id = std::move(id);
  out.url = "https://a.example/" + out.id;
  out.title = "A title";
  out.source = "a";
  out.text = std::move(text);
  return out;
}

struct World {
  FakeCluster cluster;
  ScriptedServer server{[this](const Request& request) { return cluster.answer(request); }};
  int patience = 100;

  ClusterWriter writer() {
    auto opened = ClusterWriter::open(std::move(*Client::open({.urls = server.url()})), "abc", {}, 0,
                                      [this](auto, const auto&) { return patience-- > 0; });
    REQUIRE(opened);
    return std::move(*opened);
  }
};

const std::string kFirst = "0000000000000001", kSecond = "0000000000000002";

TEST_CASE("cluster writer: an index is created before the alias points to it", "[opensearch]") {
  World world;
  const auto writer = world.writer();
  std::vector<std::string> asked;
  for (const Request& request : world.server.requests()) {
    if (request.method == "PUT" || request.method == "POST")
      asked.push_back(request.path.substr(0, request.path.find('?')));
  }
  const auto place = [&](const std::string& path) { return std::ranges::find(asked, path) - asked.begin(); };
  CHECK(place("/trawl-abc-000001") < place("/_aliases"));
  CHECK(place("/_aliases") < place("/trawl-state/_doc/store-abc"));
}

TEST_CASE("cluster writer: each change has its sequence number as its version", "[opensearch]") {
  World world;
  auto writer = world.writer();
  REQUIRE(writer.put(article(kFirst), 41));
  REQUIRE(writer.remove(kSecond, 42));
  REQUIRE(writer.commit(42));
  CHECK(world.cluster.taken.at(kFirst) == "index");
  CHECK(world.cluster.taken.at(kSecond) == "delete");
  CHECK(world.cluster.taken.contains("removed-" + kSecond));
  const auto requests = world.server.requests();
  const auto bulk = std::ranges::find_if(requests, [](const Request& one) { return one.path.contains("/_bulk"); });
  CHECK(bulk->body.contains(R"("version":41,"version_type":"external")"));
  CHECK(writer.sequence() == 42);
}

TEST_CASE("cluster writer: pauses grow while a cluster answers but accepts nothing", "[opensearch]") {
  World world;
  world.cluster.on_bulk = [&](const Request& request, int) {
    return world.cluster.accept(request, [](const std::string&) { return 429; });
  };
  std::vector<long> pauses;
  auto writer = ClusterWriter::open(std::move(*Client::open({.urls = world.server.url()})), "abc", {}, 0,
                                    [&](std::chrono::milliseconds pause, const Error& trouble) {
                                      CHECK(trouble.what == "OpenSearch answered 429, some_exception: because");
                                      pauses.push_back(pause.count());
                                      return pauses.size() < 4;
                                    });
  REQUIRE(writer);
  REQUIRE(writer->put(article(kFirst), 1));
  CHECK(!writer->commit(1));
  CHECK(pauses == std::vector<long>{200, 400, 800, 1'600});
}

TEST_CASE("cluster writer: a batch of which a line is rejected for the moment is sent again", "[opensearch]") {
  World world;
  world.cluster.on_bulk = [&](const Request& request, int count) {
    return world.cluster.accept(request, [&](const std::string& id) {
      return id == kSecond ? (count == 1 ? 429 : 201) : (count == 1 ? 201 : 409); // it has the first one already
    });
  };
  auto writer = world.writer();
  REQUIRE(writer.put(article(kFirst), 1));
  REQUIRE(writer.put(article(kSecond), 2));
  REQUIRE(writer.commit(2));
  CHECK(world.cluster.bulks == 2);
  CHECK(world.cluster.taken.contains(kFirst));
  CHECK(world.cluster.taken.contains(kSecond));
  CHECK(writer.refused().empty());
}

TEST_CASE("cluster writer: waits for a cluster that is busy or has full disks", "[opensearch]") {
  const std::vector<Reply> troubles{
      {429, "{}"}, {503, "{}"}, {403, R"({"error": {"type": "cluster_block_exception", "reason": "disk usage"}})"}};
  for (const Reply& trouble : troubles) {
    World world;
    world.cluster.on_bulk = [&](const Request& request, int count) {
      return count < 3 ? trouble : world.cluster.accept(request, [](const auto&) { return 201; });
    };
    auto writer = world.writer();
    REQUIRE(writer.put(article(kFirst), 1));
    REQUIRE(writer.commit(1));
    CHECK(world.cluster.bulks == 3);
  }
}

TEST_CASE("cluster writer: waits for a rejoining node that does not know the index yet", "[opensearch]") {
  World world;
  auto writer = world.writer();
  world.cluster.unaware = 2;
  REQUIRE(writer.put(article(kFirst), 1));
  REQUIRE(writer.commit(1));
  CHECK(writer.sequence() == 1);
}

TEST_CASE("cluster writer: an article that was refused because the index was missing is sent again", "[opensearch]") {
  World world;
  world.cluster.on_bulk = [&](const Request& request, int count) {
    if (count > 1) return world.cluster.accept(request, [](const auto&) { return 201; });
    const Json error = {{"type", "index_not_found_exception"}, {"reason", "no such index"}};
    const Json item = {{"index", {{"_id", kFirst}, {"status", 404}, {"error", error}}}};
    return Reply{200, json_text(Json{{"items", Json::array({item})}})};
  };
  auto writer = world.writer();
  REQUIRE(writer.put(article(kFirst), 1));
  REQUIRE(writer.commit(1));
  CHECK(world.cluster.bulks == 2);
  CHECK(world.cluster.taken.contains(kFirst));
}

TEST_CASE("cluster writer: stops on request, and nothing counts as written", "[opensearch]") {
  World world;
  world.cluster.on_bulk = [](const Request&, int) { return Reply{503, "{}"}; };
  auto writer = world.writer();
  world.patience = 2;
  REQUIRE(writer.put(article(kFirst), 7));
  const auto done = writer.commit(7);
  REQUIRE(!done);
  CHECK(done.error().code == ErrorCode::Network);
  CHECK(writer.sequence() == 0);
}

TEST_CASE("cluster writer: an article with rejected content is reported, and the rest is written", "[opensearch]") {
  World world;
  world.cluster.on_bulk = [&](const Request& request, int) {
    return world.cluster.accept(request, [](const std::string& id) { return id == kFirst ? 400 : 201; });
  };
  auto writer = world.writer();
  REQUIRE(writer.put(article(kFirst), 1));
  REQUIRE(writer.put(article(kSecond), 2));
  REQUIRE(writer.commit(2));
  REQUIRE(writer.refused().size() == 1);
  CHECK(writer.refused()[0].id == kFirst);
  CHECK(writer.refused()[0].reason == "OpenSearch answered 400, some_exception: because");
  CHECK(world.cluster.taken.contains(kSecond));
}

TEST_CASE("cluster writer: an index of another version is refused, and stays", "[opensearch]") {
  World world;
  REQUIRE(world.writer().commit(3));
  const auto open = [&] {
    return ClusterWriter::open(std::move(*Client::open({.urls = world.server.url()})), "abc", {}, 3,
                               [](auto, const auto&) { return false; });
  };
  CHECK(open()->sequence() == 3);
  const Json state = world.cluster.state;
  for (const int further : {-1, 1}) {
    world.cluster.state["schema"] = state.at("schema").get<int>() + further;
    const auto refused = open();
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::IndexDamaged);
    CHECK(refused.error().hint.contains("`trawl index rebuild`"));
  }
  world.cluster.state["schema"] = state.at("schema");
  CHECK(world.cluster.state == state);
}

TEST_CASE("cluster writer: a version that the cluster already has is not an error", "[opensearch]") {
  World world;
  world.cluster.on_bulk = [&](const Request& request, int) {
    return world.cluster.accept(request, [](const std::string&) { return 409; });
  };
  auto writer = world.writer();
  REQUIRE(writer.put(article(kFirst), 1));
  CHECK(writer.commit(1));
  CHECK(writer.refused().empty());
  CHECK(world.cluster.bulks == 1);
}

TEST_CASE("cluster writer: an answer that does not fit the batch changes nothing", "[opensearch]") {
  for (const std::string body : {"{}", "[]", R"({"items": []})", R"({"items": [3]})", R"({"items": [{}]})"}) {
    World world;
    world.cluster.on_bulk = [&](const Request&, int) { return Reply{200, body}; };
    auto writer = world.writer();
    world.patience = 2;
    REQUIRE(writer.put(article(kFirst), 1));
    CHECK(!writer.commit(1));
  }
}

} // namespace cluster_writer_test
