// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/service.h"
#include "tests/shared/api/openapi_requests.h"

#include <set>

#include <catch2/catch.hpp>

namespace service_test {

using namespace trawl;
using namespace trawl::test;

namespace {

const Moment kNow = moment("2026-04-21T12:34:56Z");

api::Request get(const std::string& target) {
  const std::size_t question = std::min(target.find('?'), target.size());
  return {"GET", target.substr(0, question), question < target.size() ? target.substr(question + 1) : "", "",
          "http://localhost:7700"};
}

api::Answer<api::Response> answer_to(const std::string& target, Moment now = kNow) {
  FakeEngine engine;
  return api::respond(engine, get(target), now);
}

int status_of(const api::Answer<api::Response>& answer) { return answer ? answer->status : answer.error().status; }

} // namespace

TEST_CASE("service: its routes are those of openapi.json under /v1", "[api]") {
  std::set<std::string> described, served;
  const auto document = schema_file("openapi.json");
  for (const auto& [path, item] : document["paths"].items()) {
    if (path.starts_with("/v1/")) described.insert(path);
  }
  for (const api::Route& route : api::routes()) {
    served.insert(std::string(route.pattern));
    CHECK(document["paths"][std::string(route.pattern)].contains("post") == api::takes(route.methods, "POST"));
  }
  CHECK(described == served);
}

TEST_CASE("service: every value that openapi.json allows is accepted, and no answer is a 500", "[api]") {
  const auto document = schema_file("openapi.json");
  for (const std::string& target : openapi_targets()) {
    INFO(target);
    const auto answer = answer_to(target);
    CHECK(status_of(answer) < 500);
    if (!answer) CHECK(nlohmann::json::accept(api::problem_json(answer.error(), target)));
  }
  for (const auto& parameter : parameters_of(document, document["paths"]["/v1/search"]["get"])) {
    const auto& schema = parameter["schema"];
    const std::string name = parameter["name"];
    for (const auto& choice : schema.value("enum", nlohmann::json::array())) {
      INFO(name << "=" << choice);
      CHECK(status_of(answer_to("/v1/search?" + name + "=" + text_of(choice))) == 200);
      CHECK(status_of(answer_to("/v1/search?" + name + "=" + text_of(choice) + "x")) == 400);
    }
    if (!schema.contains("maximum")) continue;
    INFO(name);
    CHECK(status_of(answer_to("/v1/search?" + name + "=" + schema["maximum"].dump())) == 200);
    CHECK(status_of(answer_to("/v1/search?" + name + "=" + std::to_string(schema["maximum"].get<long>() + 1))) == 400);
  }
}

TEST_CASE("service: a default in openapi.json is what a parameter is without it", "[api]") {
  const auto document = schema_file("openapi.json");
  // What the request means, without the address that feeds link to.
  const auto meaning_of = [](const std::string& target) {
    const auto prepared = api::prepare(get(target), kNow);
    REQUIRE(prepared);
    const std::string& canonical = prepared->canonical;
    return canonical.substr(target.contains("/search.") ? canonical.find('[') : 0);
  };
  for (const auto& [path, item] : document["paths"].items()) {
    if (!path.starts_with("/v1/") || !item.contains("get")) continue;
    std::string target = path;
    if (path.contains('{'))
      target.replace(path.find('{'), path.find('}') + 1 - path.find('{'),
                     path.contains("/facets/") ? "tag" : "0123456789abcdef");
    target += path == "/v1/articles" ? "?ids=x" : "?";
    for (const auto& parameter : parameters_of(document, item["get"])) {
      if (!parameter["schema"].contains("default")) continue;
      const std::string with =
          target + "&" + parameter["name"].get<std::string>() + "=" + text_of(parameter["schema"]["default"]);
      INFO(with);
      CHECK(meaning_of(with) == meaning_of(target));
    }
  }
}

TEST_CASE("service: an unknown path is 404, another method 405", "[api]") {
  CHECK(answer_to("/v1/nothing").error().status == 404);
  CHECK(answer_to("/v1/articles/a/b/related").error().status == 404);
  CHECK(answer_to("/").error().status == 404);
  FakeEngine engine;
  api::Request request = get("/v1/stats");
  for (const char* method : {"POST", "DELETE", "get", ""}) {
    request.method = method;
    CHECK(api::respond(engine, request, kNow).error().status == 405);
  }
  request.method = "HEAD";
  CHECK(api::respond(engine, request, kNow));
}

TEST_CASE("service: a POST is read like the same GET", "[api]") {
  FakeEngine engine;
  const api::Request posted{"POST", "/v1/search", "limit=5", R"({"q": "flash", "source": ["pytorch"]})", ""};
  const auto answer = api::respond(engine, posted, kNow);
  REQUIRE(answer);
  CHECK(without_time(answer->body) == without_time(answer_to("/v1/search?q=flash&source=pytorch&limit=5")->body));
  const api::Request broken{"POST", "/v1/search", "", "{", ""};
  CHECK(api::respond(engine, broken, kNow).error().type == "bad-body");
}

TEST_CASE("service: the time is rounded down to whole minutes", "[api]") {
  for (const std::string target :
       {"/v1/trending?window=7d", "/v1/search?since=12h", "/v1/search?q=since:12h",
        "/v1/search?q=x+(tag:gpu+OR+after:12h)", "/v1/search?q=date:7d", "/v1/search?q=x&recency=0.5"}) {
    INFO(target);
    const auto canonical = [&](Moment now) { return api::prepare(get(target), now)->canonical; };
    CHECK(canonical(kNow) == canonical(kNow + std::chrono::seconds{3}));
    CHECK(canonical(kNow) != canonical(kNow + std::chrono::minutes{1}));
  }
  CHECK(answer_to("/v1/trending")->body.contains("\"to\":\"2026-04-21T12:34:00Z\""));
}

TEST_CASE("service: equivalent requests have the same canonical form", "[api]") {
  const auto canonical = [](const std::string& target) { return api::prepare(get(target), kNow)->canonical; };
  CHECK(canonical("/v1/search?source=b,a&q=x") == canonical("/v1/search?q=x&source=A&source=b"));
  CHECK(canonical("/v1/search?q=x") != canonical("/v1/search.rss?q=x"));
  std::set<std::string> all;
  for (const char* target : {"/v1/suggest?q=a", "/v1/suggest?q=a&format=opensearch", "/v1/sources", "/v1/sources/a",
                             "/v1/stats", "/v1/facets/tag?prefix=a", "/v1/facets/tag?q=a"}) {
    CHECK(all.insert(canonical(target)).second);
  }
}

TEST_CASE("service: the problem for a rejected cursor contains the cursor", "[api]") {
  struct Refusing : test::FakeEngine {
    Result<search::SearchResponse> search(const search::SearchRequest&, Moment) override {
      return fail(ErrorCode::Usage, "bad-cursor: is not a cursor", "cursor");
    }
  } engine;
  const auto prepared = api::prepare(get("/v1/search?q=x&cursor=none"), kNow);
  REQUIRE(prepared);
  const auto answer = prepared->answer(engine);
  REQUIRE_FALSE(answer);
  CHECK(answer.error().type == "bad-cursor");
  CHECK(answer.error().detail == "cursor: is not a cursor.");
  REQUIRE(answer.error().errors.size() == 1);
  CHECK(answer.error().errors.front().parameter == "cursor");
  CHECK(answer.error().errors.front().value == "none");
}

TEST_CASE("service: links to the next page are absolute", "[api]") {
  const auto page = answer_to("/v1/search?q=C++&limit=1&offset=0");
  REQUIRE(page->headers.size() == 1);
  CHECK(page->headers.front().second ==
        "<http://localhost:7700/v1/search?q=C%2B%2B&limit=1&cursor=opaque>; rel=\"next\"");
  const auto feed = answer_to("/v1/search.rss?q=flash");
  CHECK(feed->body.contains("<link>http://localhost:7700/?q=flash</link>"));
  CHECK(feed->body.contains("href=\"http://localhost:7700/v1/search.rss?q=flash\""));
  CHECK(feed->headers.front().second == "Mon, 20 Apr 2026 08:00:00 GMT");
}

TEST_CASE("service: a removed article is gone, an unknown one is not found", "[api]") {
  CHECK(answer_to("/v1/articles/00000000000000ff").error().type == "gone");
  CHECK(answer_to("/v1/articles/00000000000000ff/related").error().type == "gone");
  CHECK(answer_to("/v1/articles/0123456789abcdef").error().type == "not-found");
  CHECK(answer_to("/v1/articles/xyz").error().detail == "Name an article by its address or its id, which has 16 hex "
                                                        "digits; the first four or more of them do if no other id "
                                                        "begins with them.");
}

TEST_CASE("service: an article is also a Markdown file", "[api]") {
  const auto answer = answer_to("/v1/articles/" + FakeEngine().hits[0].article.id + ".md");
  REQUIRE(answer);
  CHECK(answer->content_type == "text/markdown; charset=utf-8");
  CHECK(answer->body.starts_with("---\ntitle: "));
  CHECK(answer_to("/v1/articles/0123456789abcdef.md").error().type == "not-found");
  CHECK(status_of(answer_to("/v1/articles/0123456789abcdef.md?html=1")) == 400);
}

TEST_CASE("service: without an index every route says what to run", "[api]") {
  FakeEngine engine;
  engine.has_index = false;
  for (const char* target : {"/v1/search?q=x", "/v1/search.rss", "/v1/facets/tag", "/v1/suggest?q=a", "/v1/trending",
                             "/v1/sources", "/v1/stats", "/v1/articles/0123456789abcdef"}) {
    INFO(target);
    const auto answer = api::respond(engine, get(target), kNow);
    REQUIRE_FALSE(answer);
    CHECK(answer.error().type == "not-ready");
    CHECK(answer.error().detail.contains("trawl crawl"));
  }
}

} // namespace service_test
