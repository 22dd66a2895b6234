// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/response_bytes.h"

#include "searchd/http/connection.h"
#include "tests/searchd/http/raw_client.h"

#include <httplib.h>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::searchd;

namespace {

/// The request that a connection hands over for these bytes.
RawRequest asked(const std::string& bytes) {
  const HttpLimits limits;
  Connection connection("203.0.113.5", limits, {});
  connection.receive(bytes, {});
  REQUIRE(connection.state() == Connection::State::Ready);
  return connection.take_request({});
}

HttpRequest seen(const std::string& bytes) { return asked(bytes).request; }

std::string answer_to(const std::string& bytes, const HttpResponse& response) {
  return to_bytes(response, asked(bytes)).bytes;
}

const std::string kGet = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

} // namespace

TEST_CASE("request: a route sees the target as it was sent", "[searchd]") {
  const HttpRequest request = seen("GET /v1/a%2Fb/%C3%A9?q=a+b%20c&x=%3D&? HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n\r\n");
  CHECK(request.method == "GET");
  CHECK(request.path == "/v1/a%2Fb/%C3%A9");
  CHECK(request.query == "q=a+b%20c&x=%3D&?");
  CHECK(request.header("x-a") == "1");
  CHECK(request.peer == "203.0.113.5");
  CHECK(seen("GET /a? HTTP/1.1\r\nHost: x\r\n\r\n").query.empty());
  CHECK(seen("GET /a?b HTTP/1.0\r\n\r\n").query == "b");
}

TEST_CASE("request: a body is passed on as it was sent", "[searchd]") {
  const std::string body("{\"a\":\0}", 7);
  const HttpRequest request = seen("POST /v1/search HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\n\r\n" + body);
  CHECK(request.method == "POST");
  CHECK(request.body == body);
}

TEST_CASE("response: an answer has its status, headers and length", "[searchd]") {
  const std::string bytes = answer_to(kGet, {404, "application/json", "{}", {{"ETag", "\"1\""}}});
  CHECK(bytes.starts_with("HTTP/1.1 404 Not Found\r\n"));
  CHECK(bytes.contains("\r\nContent-Type: application/json\r\n"));
  CHECK(bytes.contains("\r\nContent-Length: 2\r\n"));
  CHECK(bytes.contains("\r\nETag: \"1\"\r\n"));
  CHECK(bytes.ends_with("\r\n\r\n{}"));
}

TEST_CASE("response: 204 and 304 have no body", "[searchd]") {
  for (const int status : {204, 304}) {
    INFO(status);
    const std::string bytes = answer_to(kGet, {status, "", "", {}});
    CHECK(bytes.starts_with("HTTP/1.1 " + std::to_string(status) + " "));
    CHECK(bytes.ends_with("\r\n\r\n"));
  }
}

TEST_CASE("response: the answer to HEAD says how long the body would be", "[searchd]") {
  const std::string bytes = answer_to("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n", {200, "text/plain", "four", {}});
  CHECK(bytes.contains("\r\nContent-Length: 4\r\n"));
  CHECK(bytes.ends_with("\r\n\r\n"));
}

TEST_CASE("response: a header with a line end is left out", "[searchd][security]") {
  CHECK_FALSE(answer_to(kGet, {200, "", "", {{"X", "a\r\nSet-Cookie: b"}}}).contains("Set-Cookie"));
}

TEST_CASE("response: the client says whether the connection closes", "[searchd]") {
  CHECK_FALSE(to_bytes({}, asked(kGet)).close);
  const RawResponse last = to_bytes({}, asked("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
  CHECK(last.close);
  CHECK(last.bytes.contains("\r\nConnection: close\r\n"));
}

TEST_CASE("response: another library reads several answers from one connection", "[searchd]") {
  const test::TestServer server;
  httplib::Client client("127.0.0.1", server.port());
  client.set_keep_alive(true);
  client.set_default_headers({{"Accept-Encoding", "identity"}}); // newer versions ask for compressed answers
  for (int i = 0; i < 3; ++i) {
    const auto found = client.Get("/v1/search?q=a");
    REQUIRE(found);
    CHECK(found->status == 200);
    CHECK(found->get_header_value("Content-Length") == std::to_string(found->body.size()));
    const auto head = client.Head("/v1/search?q=a");
    REQUIRE(head);
    CHECK(head->status == 200);
    CHECK(head->body.empty());
    const std::string tag = found->get_header_value("ETag");
    const auto unchanged = client.Get("/v1/search?q=a", {{"If-None-Match", tag}});
    REQUIRE(unchanged);
    CHECK(unchanged->status == 304);
    const auto posted = client.Post("/v1/search", R"({"q": "a"})", "application/json");
    REQUIRE(posted);
    CHECK(posted->status == 200);
    const auto missing = client.Get("/nowhere");
    REQUIRE(missing);
    CHECK(missing->status == 404);
  }
}

TEST_CASE("front: what it refuses by itself is counted", "[searchd]") {
  HttpLimits limits;
  limits.request_time = std::chrono::milliseconds(50);
  const test::TestServer server(limits);
  CHECK(test::status_of(server.exchange("GET / HTTP/1.1\r\n\r\n")) == 400);
  CHECK(test::status_of(server.get("/" + std::string(9'000, 'a'))) == 414);
  CHECK(test::status_of(server.get("/", "X: " + std::string(9'000, 'a') + "\r\n")) == 431);
  CHECK(server.exchange("GET / HT").empty()); // never completed
  const std::string metrics = server.get("/metrics");
  for (const int status : {400, 408, 414, 431}) {
    INFO(status << "\n" << metrics);
    CHECK(metrics.contains("trawl_http_refusals_total{status=\"" + std::to_string(status) + "\"} 1\n"));
  }
  CHECK(metrics.contains("trawl_http_refusals_total{status=\"413\"} 0\n"));
}

TEST_CASE("refusal answer: a problem document with the phrase of its status, on a connection that closes",
          "[searchd]") {
  struct Row {
    int status;
    const char* phrase;
  };
  for (const Row& row : {Row{400, "Bad Request"},
                         {411, "Length Required"},
                         {413, "Content Too Large"},
                         {414, "URI Too Long"},
                         {415, "Unsupported Media Type"},
                         {417, "Expectation Failed"},
                         {429, "Too Many Requests"},
                         {431, "Request Header Fields Too Large"},
                         {505, "HTTP Version Not Supported"},
                         {418, "Error"}}) {
    const std::string answer = refusal_answer({row.status, "What is \"wrong\"."});
    INFO(answer);
    CHECK(answer.starts_with("HTTP/1.1 " + std::to_string(row.status) + " " + row.phrase + "\r\n"));
    CHECK(answer.contains("\r\nConnection: close\r\n"));
    CHECK(answer.contains("\r\nContent-Type: application/problem+json\r\n"));
    CHECK(answer.contains("\r\nRetry-After: 5\r\n") == (row.status == 429));
    CHECK(answer.contains("What is \\\"wrong\\\"."));
    const auto head_end = answer.find("\r\n\r\n") + 4;
    CHECK(answer.contains("\r\nContent-Length: " + std::to_string(answer.size() - head_end) + "\r\n"));
  }
}
