// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/client.h"

#include "cli/commands/output.h"
#include "tests/support/environment.h"
#include "tests/support/scripted_server.h"

#include <catch2/catch.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

using namespace trawl;
using trawl::test::ScriptedServer;

namespace {

/// What a client says about an answer of the daemon.
Error error_of(const std::string& answer) {
  const ScriptedServer server(answer);
  const auto result = cli::make_remote_client(std::cerr, server.address())->get("/v1/search", {});
  REQUIRE_FALSE(result);
  return result.error();
}

std::string problem(const std::string& type, int status, const std::string& rest = "") {
  return R"({"type":"https://trawl.example/problems/)" + type + R"(","status":)" + std::to_string(status) +
         R"(,"detail":"What is wrong.")" + rest + "}";
}

} // namespace

TEST_CASE("remote client: what the user marked is not asked of the system's daemon", "[cli]") {
  const ScriptedServer server(ScriptedServer::response("200 OK", "{}"));
  for (const char* q : {"is:starred", "kernel -is:read", "is:unread OR attention"}) {
    CAPTURE(q);
    const auto of_system =
        cli::make_remote_client(std::cerr, server.address(), "", true)->get("/v1/search", {{"q", q}});
    REQUIRE_FALSE(of_system);
    CHECK(of_system.error().what == "the system's daemon does not know what you marked");
    CHECK(cli::make_remote_client(std::cerr, server.address())->get("/v1/search", {{"q", q}}));
  }
  CHECK(cli::make_remote_client(std::cerr, server.address(), "", true)->get("/v1/search", {{"q", "is:gone starred"}}));
}

TEST_CASE("remote client: where the system's daemon has no articles, the command that brings some is named", "[cli]") {
  const ScriptedServer server(ScriptedServer::response("503 Service Unavailable", problem("not-ready", 503)));
  const auto hint = [&](bool is_of_system) {
    return cli::make_remote_client(std::cerr, server.address(), "", is_of_system)->get("/v1/search", {}).error().hint;
  };
  CHECK(hint(true) == "`sudo systemctl start trawl-crawl` brings some");
  CHECK(hint(false) == "its first `trawl crawl` brings some");
}

TEST_CASE("remote client: the path and parameters reach the daemon encoded", "[cli]") {
  const ScriptedServer server(ScriptedServer::response("200 OK", "{}"));
  const auto client = cli::make_remote_client(std::cerr, server.address());
  CHECK(client->get("/v1/stats", {}) == "{}");
  CHECK(client->get("/v1/search", {{"q", "a&b=c #d+é"}, {"tag", "x,y"}, {"q", ""}}) == "{}");
  const auto asked = server.asked();
  REQUIRE(asked.size() == 2);
  CHECK(asked[0] == "GET /v1/stats HTTP/1.1");
  CHECK(asked[1].starts_with("GET /v1/search?q=a%26b%3Dc%20%23d%2B%C3%A9&tag=x%2Cy"));
}

TEST_CASE("remote client: a server is named with or without scheme and final slashes", "[cli]") {
  const ScriptedServer server(ScriptedServer::response("200 OK", "{}"));
  for (const std::string& name : {server.address(), "http://" + server.address(), "http://" + server.address() + "/",
                                  "http://" + server.address() + "//", server.address() + "/"}) {
    INFO(name);
    CHECK(cli::make_remote_client(std::cerr, name)->get("/v1/stats", {}));
  }
  CHECK(cli::make_remote_client(std::cerr, "http://" + server.address() + "/trawl/")->get("/v1/stats", {}));
  CHECK(server.asked().front() == "GET /v1/stats HTTP/1.1");
  CHECK(server.asked().back() == "GET /trawl/v1/stats HTTP/1.1");
}

TEST_CASE("remote client: proxy variables do not send queries elsewhere", "[cli]") {
  const test::Environment proxy("http_proxy", "http://127.0.0.1:9"), all("ALL_PROXY", "http://127.0.0.1:9");
  const ScriptedServer server(ScriptedServer::response("200 OK", "{}"));
  CHECK(cli::make_remote_client(std::cerr, server.address())->get("/v1/stats", {}));
}

TEST_CASE("remote client: a problem document becomes its error", "[cli]") {
  const Error missing = error_of(ScriptedServer::response("404 Not Found", problem("not-found", 404)));
  CHECK(missing.code == ErrorCode::NotFound);
  CHECK(missing.what == "What is wrong.");
}

TEST_CASE("remote client: an answer of another program is a network error with its status", "[cli]") {
  struct Row {
    const char* status;
    const char* body;
    ErrorCode code;
  };
  for (const Row& row : {
           Row{"502 Bad Gateway", "<html>nginx</html>", ErrorCode::Network},
           {"401 Unauthorized", "", ErrorCode::Network},
           {"302 Found", "", ErrorCode::Network},
           {"500 Internal Server Error", "[]", ErrorCode::Network},
           {"500 Internal Server Error", R"({"type":7,"detail":{}})", ErrorCode::Network},
           {"500 Internal Server Error", "null", ErrorCode::Network},
           {"400 Bad Request", "no", ErrorCode::Usage},
           {"413 Content Too Large", "", ErrorCode::Usage},
           {"414 URI Too Long", "", ErrorCode::Usage},
       }) {
    INFO(row.status << " " << row.body);
    const Error error = error_of(ScriptedServer::response(row.status, row.body, "text/html"));
    CHECK(error.code == row.code);
    CHECK(error.what == "the daemon answered with status " + std::string(row.status).substr(0, 3));
  }
}

TEST_CASE("remote client: a daemon that breaks off says where and what to do", "[cli]") {
  for (const char* answer : {"", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort", "SSH-2.0-OpenSSH_9.2\r\n"}) {
    INFO(answer);
    const ScriptedServer server(answer);
    const auto result = cli::make_remote_client(std::cerr, server.address())->get("/v1/stats", {});
    REQUIRE_FALSE(result);
    CHECK(result.error().code == ErrorCode::Network);
    CHECK(result.error().where == "http://" + server.address());
    CHECK(result.error().what.starts_with("could not reach the daemon: "));
    CHECK(result.error().hint.contains("trawl serve"));
    CHECK(result.error().hint.contains("--server"));
  }
}

TEST_CASE("remote client: only http and https are asked", "[cli]") {
  for (const char* server : {"file:///etc", "ftp://127.0.0.1:9", "gopher://127.0.0.1:9"}) {
    INFO(server);
    const auto result = cli::make_remote_client(std::cerr, server)->get("/passwd", {});
    REQUIRE_FALSE(result);
    CHECK(result.error().code == ErrorCode::Network);
  }
}

TEST_CASE("remote client: an answer that is not JSON is recognised as that of another program", "[cli]") {
  for (const char* body : {"", "<html></html>", "{\"hits\": [", "{} {}"}) {
    INFO(body);
    const auto answer = cli::parse_answer(body);
    REQUIRE_FALSE(answer);
    CHECK(answer.error().code == ErrorCode::Malformed);
    CHECK(answer.error().hint.contains("--server"));
  }
  CHECK(cli::parse_answer("{}"));
}
