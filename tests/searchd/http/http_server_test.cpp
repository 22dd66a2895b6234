// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/http_server.h"

#include "searchd/http/refusal_answer.h"

#include <stdexcept>

#include <catch2/catch.hpp>

using namespace trawl::searchd;

namespace {

/// What a handler is given for a head.
HttpRequest seen(const std::string& head, const std::string& body = "") {
  HttpRequest asked;
  HttpServer server([&](const HttpRequest& request) {
    asked = request;
    return HttpResponse{};
  });
  server.respond({head, body, "203.0.113.5"});
  return asked;
}

std::string answer_to(const std::string& head, const HttpResponse& response) {
  HttpServer server([&](const HttpRequest&) { return response; });
  return server.respond({head, "", "peer"}).bytes;
}

const std::string kGet = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

} // namespace

TEST_CASE("http server: a handler sees the target as it was sent", "[searchd]") {
  const HttpRequest request = seen("GET /v1/a%2Fb/%C3%A9?q=a+b%20c&x=%3D&? HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n\r\n");
  CHECK(request.method == "GET");
  CHECK(request.path == "/v1/a%2Fb/%C3%A9");
  CHECK(request.query == "q=a+b%20c&x=%3D&?");
  CHECK(request.header("x-a") == "1");
  CHECK(request.peer == "203.0.113.5");
  CHECK(seen("GET /a? HTTP/1.1\r\nHost: x\r\n\r\n").query.empty());
  CHECK(seen("GET /a?b HTTP/1.0\r\n\r\n").query == "b");
}

TEST_CASE("http server: a body is passed on as it was decoded", "[searchd]") {
  const std::string body("{\"a\":\0}", 7);
  const std::string head = "POST /v1/search HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\nExpect: 100-continue\r\n\r\n";
  const HttpRequest request = seen(head, body);
  CHECK(request.method == "POST");
  CHECK(request.body == body);
}

TEST_CASE("http server: an answer has its status, headers and length", "[searchd]") {
  const std::string bytes = answer_to(kGet, {404, "application/json", "{}", {{"ETag", "\"1\""}}});
  CHECK(bytes.starts_with("HTTP/1.1 404 Not Found\r\n"));
  CHECK(bytes.contains("\r\nContent-Type: application/json\r\n"));
  CHECK(bytes.contains("\r\nContent-Length: 2\r\n"));
  CHECK(bytes.contains("\r\nETag: \"1\"\r\n"));
  CHECK(bytes.ends_with("\r\n\r\n{}"));
}

TEST_CASE("http server: 204 and 304 have no body", "[searchd]") {
  for (const int status : {204, 304}) {
    INFO(status);
    const std::string bytes = answer_to(kGet, {status, "", "", {}});
    CHECK(bytes.starts_with("HTTP/1.1 " + std::to_string(status) + " "));
    CHECK(bytes.ends_with("\r\n\r\n"));
  }
}

TEST_CASE("http server: an exception is a problem that tells nothing and keeps the server usable", "[searchd]") {
  bool throws = true;
  HttpServer server([&](const HttpRequest&) -> HttpResponse {
    if (throws) throw std::runtime_error("/secret/path");
    return {200, "text/plain", "fine", {}};
  });
  const std::string broken = server.respond({kGet, "", ""}).bytes;
  CHECK(broken.starts_with("HTTP/1.1 503 "));
  CHECK(broken.contains("Content-Type: application/problem+json\r\n"));
  CHECK(broken.ends_with("}"));
  CHECK_FALSE(broken.contains("secret"));
  throws = false;
  CHECK(server.respond({kGet, "", ""}).bytes.ends_with("fine"));
}

TEST_CASE("http server: what the library refuses by itself is a problem, too", "[searchd]") {
  HttpServer server([](const HttpRequest&) { return HttpResponse{}; });
  const RawResponse refused =
      server.respond({"GET /" + std::string(9'000, 'a') + " HTTP/1.1\r\nHost: x\r\n\r\n", "", ""});
  CHECK(refused.bytes.contains("Content-Type: application/problem+json\r\n"));
  CHECK(refused.bytes.ends_with("}"));
  CHECK(refused.close);
}

TEST_CASE("http server: the client says whether the connection closes", "[searchd]") {
  HttpServer server([](const HttpRequest&) { return HttpResponse{}; });
  CHECK_FALSE(server.respond({kGet, "", ""}).close);
  CHECK(server.respond({"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "", ""}).close);
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

TEST_CASE("http server: the library compresses nothing, whatever a client accepts", "[searchd][security]") {
  const HttpResponse large{200, "text/plain", std::string(100'000, 'x'), {}};
  const std::string answer =
      answer_to("GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n", large);
  CHECK_FALSE(answer.contains("Content-Encoding"));
  CHECK(answer.contains("Content-Length: 100000"));
}
