// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/repeated_answers.h"

#include "tests/shared/api/fake_engine.h"

#include <random>
#include <string>

#include <catch2/catch.hpp>

namespace repeated_answers_test {

using namespace trawl;
using namespace trawl::searchd;

namespace {

RawRequest request(const std::string& target, const std::string& headers = "", const std::string& method = "GET") {
  return {method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n", {.peer = "127.0.0.1"}};
}

RawResponse response(const std::string& body) {
  return {"HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nETag: W/\"1\"\r\n\r\n" + body, false};
}

IndexStamp stamp(std::int64_t number) {
  IndexStamp stamp;
  stamp.files[1].changed_ns = number;
  return stamp;
}

const Moment kNow = test::moment("2026-04-21T12:00:30Z");
const AnswerFacts kFacts{stamp(1), kNow, 4, 200, true};

} // namespace

TEST_CASE("repeated answers: a request that comes again gets the same answer with the date of now", "[searchd]") {
  RepeatedAnswers answers;
  CHECK_FALSE(answers.find(request("/a"), stamp(1), kNow));
  answers.keep(request("/a"), response("body"), kFacts);
  const auto found = answers.find(request("/a"), stamp(1), kNow + std::chrono::seconds(29));
  REQUIRE(found);
  CHECK(found->response.bytes == "HTTP/1.1 200 OK\r\nDate: Tue, 21 Apr 2026 12:00:59 GMT\r\nETag: W/\"1\"\r\n\r\nbody");
  CHECK_FALSE(found->response.close);
  CHECK(found->route == 4);
  CHECK(found->status == 200);
}

TEST_CASE("repeated answers: nothing is given after a commit or in another minute", "[searchd]") {
  RepeatedAnswers answers;
  answers.keep(request("/a"), response("body"), kFacts);
  CHECK_FALSE(answers.find(request("/a"), stamp(2), kNow));
  CHECK_FALSE(answers.find(request("/a"), stamp(1), kNow + std::chrono::seconds(30)));
  CHECK(answers.find(request("/a"), stamp(1), kNow));
}

TEST_CASE("repeated answers: a header that an answer may depend on makes another request of it", "[searchd]") {
  RepeatedAnswers answers;
  answers.keep(request("/a", "User-Agent: one\r\nAccept: text/html\r\n"), response("html"), kFacts);
  CHECK(answers.find(request("/a", "user-agent: two\r\nAccept: text/html\r\nCookie: x=1\r\n"), stamp(1), kNow));
  for (const char* header :
       {"Accept: application/json\r\n", "Accept: text/html\r\nAccept-Language: de\r\n",
        "Accept: text/html\r\nAccept-Encoding: br\r\n", "Accept: text/html\r\nX-New: 1\r\n",
        "Accept: text/html\r\nIf-None-Match: W/\"1\"\r\n", "Accept: text/html\r\nOrigin: https://a.example\r\n", ""}) {
    INFO(header);
    CHECK_FALSE(answers.find(request("/a", header), stamp(1), kNow));
  }
  CHECK_FALSE(answers.find(request("/a", "Accept: text/html\r\n", "HEAD"), stamp(1), kNow));
  // What this header says counts only if the peer is trusted.
  RawRequest proxied = request("/b", "X-Forwarded-Proto: https\r\nX-Forwarded-For: 192.0.2.1\r\n");
  answers.keep(proxied, response(""), kFacts);
  CHECK(answers.find(request("/b", "X-Forwarded-Proto: https\r\nX-Forwarded-For: 192.0.2.2\r\n"), stamp(1), kNow));
  proxied.request.peer = "192.0.2.9";
  CHECK_FALSE(answers.find(proxied, stamp(1), kNow));
}

TEST_CASE("repeated answers: an answer that another one to the same request may differ from is not kept", "[searchd]") {
  RepeatedAnswers answers;
  AnswerFacts facts = kFacts;
  facts.has_tag = false;
  answers.keep(request("/a"), response(""), facts);
  facts = kFacts;
  facts.status = 503;
  answers.keep(request("/a"), response(""), facts);
  answers.keep(request("/a", "", "POST"), response(""), kFacts);
  answers.keep(request("/a"), {"HTTP/1.1 200 OK\r\n\r\nDate: no header", false}, kFacts);
  answers.keep(request("/a"), response(std::string(300'000, 'x')), kFacts);
  answers.keep(request("/" + std::string(5'000, 'a')), response(""), kFacts);
  RawRequest last = request("/a");
  last.is_last = true;
  answers.keep(last, response(""), kFacts);
  CHECK_FALSE(answers.find(request("/a"), stamp(1), kNow));
  CHECK_FALSE(answers.find(request("/a", "", "POST"), stamp(1), kNow));
  answers.keep(request("/a"), response(""), kFacts);
  CHECK_FALSE(answers.find(last, stamp(1), kNow)); // its answer says that the connection closes
}

TEST_CASE("repeated answers: those asked for lately stay, and all together are bounded", "[searchd]") {
  RepeatedAnswers answers;
  const std::string body(100'000, 'x');
  answers.keep(request("/popular"), response(body), kFacts);
  std::size_t kept = 0;
  for (int i = 0; i < 300; ++i) {
    answers.keep(request("/" + std::to_string(i)), response(body), kFacts);
    CHECK(answers.find(request("/popular"), stamp(1), kNow));
  }
  for (int i = 0; i < 300; ++i) kept += answers.find(request("/" + std::to_string(i)), stamp(1), kNow) ? 1u : 0u;
  CHECK(kept > 20);
  CHECK(kept < 90);
}

TEST_CASE("repeated answers: whatever the requests, an answer is that of the same request and index", "[searchd]") {
  std::mt19937 random(20260421);
  RepeatedAnswers answers;
  for (int round = 0; round < 20'000; ++round) {
    const std::string target = "/" + std::to_string(random() % 40);
    const std::string header = random() % 2 == 0 ? "Accept: a\r\n" : "";
    const std::int64_t index = random() % 3;
    const Moment at = kNow + std::chrono::minutes(random() % 2);
    const std::string expected =
        target + header + std::to_string(index) + std::to_string(at.time_since_epoch().count());
    if (const auto found = answers.find(request(target, header), stamp(index), at)) {
      REQUIRE(found->response.bytes.ends_with("\r\n\r\n" + expected));
    } else {
      answers.keep(request(target, header), response(expected), {stamp(index), at, 0, 200, true});
      REQUIRE(answers.find(request(target, header), stamp(index), at));
    }
  }
}

} // namespace repeated_answers_test
