// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/client.h"

#include "shared/opensearch/engine_options.h"
#include "tests/support/scripted_server.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <utility>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::opensearch;
using namespace std::chrono_literals;

namespace client_test {

using test::ScriptedServer;

Client must_open(const std::string& urls) { return std::move(*Client::open({.urls = urls})); }

TEST_CASE("opensearch client: an answer is read as JSON", "[opensearch]") {
  const ScriptedServer server([](const auto&) { return ScriptedServer::Reply{200, R"({"count": 3})"}; });
  Client client = must_open(server.url());
  const auto answer = client.get("GET", "/trawl/_count", Json(), within(5s));
  REQUIRE(answer);
  CHECK(answer->at("count") == 3);
}

TEST_CASE("opensearch client: if a node cannot be reached, the next one is tried", "[opensearch]") {
  const ScriptedServer server([](const auto&) { return ScriptedServer::Reply{}; });
  Client client = must_open("http://127.0.0.1:9, " + server.url() + "/");
  CHECK(client.get("GET", "/", Json(), within(5s)));
  CHECK(server.requests().size() == 1);
}

TEST_CASE("opensearch client: it is an error if no node can be reached", "[opensearch]") {
  Client client = must_open("http://127.0.0.1:9");
  const auto answer = client.get("GET", "/", Json(), within(5s));
  REQUIRE(!answer);
  CHECK(answer.error().code == ErrorCode::Network);
  CHECK(answer.error().what.starts_with("OpenSearch cannot be reached"));
}

TEST_CASE("opensearch client: a rejection is reported in the cluster's words", "[opensearch]") {
  const ScriptedServer server([](const auto&) {
    return ScriptedServer::Reply{403, R"({"error": {"root_cause": [{"type": "cluster_block_exception",
      "reason": "disk usage exceeded flood-stage watermark"}], "type": "x"}, "status": 403})"};
  });
  Client client = must_open(server.url());
  const auto answer = client.get("GET", "/trawl/_search?x=1", Json(), within(5s));
  REQUIRE(!answer);
  CHECK(answer.error().what ==
        "OpenSearch answered 403, cluster_block_exception: disk usage exceeded flood-stage watermark");
  CHECK(answer.error().where == "/trawl/_search");
}

TEST_CASE("opensearch client: full disks that keep an index from being created are not a refused login",
          "[opensearch]") {
  const ScriptedServer server([](const auto&) {
    return ScriptedServer::Reply{
        403, R"({"error": {"type": "index_create_block_exception", "reason": "blocked by: [create-index]"}})"};
  });
  const auto answer = must_open(server.url()).get("PUT", "/trawl-state", Json(), within(5s));
  REQUIRE(!answer);
  CHECK(answer.error().code == ErrorCode::Network);
  CHECK(answer.error().what == "OpenSearch answered 403, index_create_block_exception: blocked by: [create-index]");
}

TEST_CASE("opensearch client: the error of a search with missing shards names them", "[opensearch]") {
  const ScriptedServer server([](const auto&) {
    return ScriptedServer::Reply{503, R"({"error": {"root_cause": [], "type": "search_phase_execution_exception",
      "reason": "", "caused_by": {"type": "search_phase_execution_exception", "reason": "missing shards [[a][1]]."}}})"};
  });
  const auto answer = must_open(server.url()).get("GET", "/trawl/_search", Json(), within(5s));
  REQUIRE(!answer);
  CHECK(answer.error().what == "OpenSearch answered 503, search_phase_execution_exception: missing shards [[a][1]]");
}

TEST_CASE("opensearch client: an index without a shard that is ready is called that", "[opensearch]") {
  const Answer answer{503, parse_json(R"({"error": {"type": "search_phase_execution_exception", "root_cause": [],
      "reason": "all shards failed"}})")};
  CHECK(
      cluster_error(answer, "").what ==
      "OpenSearch answered 503, no shard of the index is ready (search_phase_execution_exception: all shards failed)");
}

TEST_CASE("opensearch client: a rejected login and a missing permission are different errors", "[opensearch]") {
  const auto error_for = [](int status, std::string body) {
    const ScriptedServer server([&](const auto&) { return ScriptedServer::Reply{status, body}; });
    return must_open(server.url()).get("GET", "/", Json(), within(5s)).error();
  };
  const Error login = error_for(401, "Unauthorized");
  CHECK(login.code == ErrorCode::Permission);
  CHECK(login.what == "OpenSearch rejected the login (401)");
  CHECK(login.hint == "see opensearch-auth");
  const Error right = error_for(
      403, R"({"error": {"type": "security_exception", "reason": "no permissions for [indices:data/write]"}})");
  CHECK(right.code == ErrorCode::Permission);
  CHECK(right.what == "the login lacks a permission in OpenSearch (403), security_exception: no permissions for "
                      "[indices:data/write]");
}

TEST_CASE("opensearch client: a file of certificates is read when the program starts", "[opensearch]") {
  const auto file = std::filesystem::temp_directory_path() / ("trawl-ca-" + std::to_string(::getpid()));
  const auto missing = Client::open({.urls = "https://a", .ca_file = file.string()});
  REQUIRE(!missing);
  CHECK(missing.error().code == ErrorCode::Usage);
  std::ofstream(file) << "no certificate";
  const auto other = Client::open({.urls = "https://a", .ca_file = file.string()});
  REQUIRE(!other);
  CHECK(other.error().code == ErrorCode::Usage);
  std::filesystem::remove(file);
}

TEST_CASE("opensearch client: a refusal without a reason, or with a strange one, is still an error", "[opensearch]") {
  for (const std::string error : {R"({"type": "x", "reason": null})", R"({"type": null})", R"({"root_cause": [7]})",
                                  R"({"root_cause": [{"type": {}, "reason": []}]})", "null", "[]", "7"}) {
    const Answer answer{503, parse_json(R"({"error": )" + error + "}")};
    CHECK(cluster_error(answer, "/").what.starts_with("OpenSearch answered 503"));
  }
}

TEST_CASE("opensearch client: an answer that is not JSON is an error", "[opensearch]") {
  for (const std::string body : {"", "<html>", "[]", "3", "{\"a\":"}) {
    const ScriptedServer server([&](const auto&) { return ScriptedServer::Reply{200, body}; });
    Client client = must_open(server.url());
    CHECK(!client.get("GET", "/", Json(), within(5s)));
  }
}

TEST_CASE("opensearch client: nothing is sent after the time limit", "[opensearch]") {
  const ScriptedServer server([](const auto&) { return ScriptedServer::Reply{}; });
  CHECK(!must_open(server.url()).ask("GET", "/", "", within(-1s)));
}

TEST_CASE("opensearch client: wrong addresses and names are rejected", "[opensearch]") {
  for (const std::string urls : {"", "search:9200", "ftp://x", "http://a,", "http://user:secret@host", "http://a?b"}) {
    const auto client = Client::open({.urls = urls});
    REQUIRE(!client);
    CHECK(client.error().code == ErrorCode::Usage);
  }
  for (const std::string& index :
       std::vector<std::string>{"", "-a", "Trawl", "a_b", "a*", "a,b", "a/b", std::string(61, 'a')}) {
    CHECK(!Client::open({.urls = "http://a", .index = index}));
  }
}

TEST_CASE("opensearch client: a login is sent, and its file must be private", "[opensearch]") {
  const auto file = std::filesystem::temp_directory_path() / ("trawl-login-" + std::to_string(::getpid()));
  std::ofstream(file) << "Bearer abc\n";
  std::filesystem::permissions(file, std::filesystem::perms(0644));
  const auto refused = Client::open({.urls = "http://a", .auth_file = file.string()});
  REQUIRE(!refused);
  CHECK(refused.error().code == ErrorCode::Usage);
  std::filesystem::permissions(file, std::filesystem::perms(0600));
  for (const auto& [login, sent] :
       {std::pair("Bearer abc", "Bearer abc"), std::pair("mira:a b", "Basic bWlyYTphIGI=")}) {
    std::ofstream(file) << login << "\n";
    const ScriptedServer server([](const auto&) { return ScriptedServer::Reply{}; });
    auto client = Client::open({.urls = server.url(), .auth_file = file.string()});
    REQUIRE(client);
    REQUIRE(client->ask("GET", "/", "", within(5s)));
    CHECK(server.requests().front().head.contains(std::string("Authorization: ") + sent + "\r\n"));
  }
  std::ofstream(file) << "nonsense";
  CHECK(!Client::open({.urls = "http://a", .auth_file = file.string()}));
  std::filesystem::remove(file);
  CHECK(!Client::open({.urls = "http://a", .auth_file = file.string()}));
}

TEST_CASE("engine options: a cluster needs an address, and there are two engines", "[opensearch]") {
  EngineOptions options;
  options.engine = "xapian";
  CHECK(check(options));
  options.engine = "opensearch";
  CHECK(!check(options));
  options.cluster.urls = "http://127.0.0.1:9200";
  CHECK(check(options));
  for (const char* unknown : {"solr", "segments", "local"}) {
    options.engine = unknown;
    CHECK(!check(options));
  }
}

} // namespace client_test
