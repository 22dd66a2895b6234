// SPDX-License-Identifier: GPL-3.0-or-later
/// What the routes answer when a file of the index is damaged.
#include "shared/api/service.h"
#include "tests/shared/api/fake_engine.h"

#include <algorithm>
#include <string>
#include <utility>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace damaged_index_test {

using namespace trawl;
using namespace trawl::test;
using nlohmann::json;

namespace {

class DamagedEngine : public FakeEngine {
 public:
  bool knows_removed = true;

  Result<bool> is_removed(std::string_view id) override {
    if (!knows_removed) return fail(ErrorCode::IndexDamaged, "a segment of the index is damaged");
    return FakeEngine::is_removed(id);
  }
};

api::Answer<api::Response> ask(DamagedEngine& engine, const std::string& target) {
  const std::size_t question = std::min(target.find('?'), target.size());
  const std::string query = question < target.size() ? target.substr(question + 1) : "";
  return api::respond(engine, {"GET", target.substr(0, question), query, "", ""}, moment("2026-04-21T12:34:56Z"));
}

int status_of(const std::string& target) {
  DamagedEngine engine;
  const auto answer = ask(engine, target);
  return answer ? answer->status : answer.error().status;
}

const std::string kId = FakeEngine().hits.front().article.id;

} // namespace

TEST_CASE("damage: every answer from a damaged index says so, and is not to be stored", "[api]") {
  const json warning = {{"code", "index_damaged"}, {"message", "2 are missing."}, {"position", nullptr}};
  for (const std::string target : {"/v1/search?q=a", "/v1/suggest?q=at", "/v1/facets/tag", "/v1/trending", "/v1/top",
                                   "/v1/sources", "/v1/sources/pytorch", "/v1/stats"}) {
    CAPTURE(target);
    DamagedEngine engine;
    const auto whole = ask(engine, target);
    REQUIRE(whole);
    CHECK(json::parse(whole->body)["warnings"] == json::array());
    CHECK(whole->headers.empty());
    engine.warnings = {{"index_damaged", "2 are missing.", {}}};
    engine.is_exact = false;
    const auto answer = ask(engine, target);
    REQUIRE(answer);
    CHECK(json::parse(answer->body)["warnings"] == json::array({warning}));
    REQUIRE(answer->headers.size() == 1);
    CHECK(answer->headers[0] == std::pair<std::string, std::string>("Cache-Control", "no-store"));
  }
  DamagedEngine engine;
  engine.warnings = {{"index_damaged", "2 are missing.", {}}};
  engine.is_exact = false;
  CHECK(json::parse(ask(engine, "/v1/articles/" + kId + "/related")->body)["warnings"] == json::array({warning}));
  CHECK(json::parse(ask(engine, "/v1/articles/" + kId + "?related=2")->body)["warnings"] == json::array({warning}));
  CHECK_FALSE(json::parse(ask(engine, "/v1/articles/" + kId)->body).contains("warnings")); // one article, and whole
  for (const char* target : {"/v1/sources.opml", "/v1/suggest?q=at&format=opensearch", "/v1/search.rss"})
    CHECK(ask(engine, target)->headers.front().second == "no-store");
  CHECK(ask(engine, "/v1/sources.opml")->body.contains("<title>Trawl: sources. 2 are missing.</title>"));
  for (const char* feed : {"/v1/search.rss", "/v1/search.atom", "/v1/search.jsonfeed"})
    CHECK(ask(engine, feed)->body.contains("2 are missing."));
  CHECK(json::parse(ask(engine, "/v1/suggest?q=at&format=opensearch")->body) == json({"at", {"attion"}, {"tag"}}));
}

TEST_CASE("damage: an answer that may have withdrawn articles is not to be stored, exact or not", "[api]") {
  DamagedEngine engine;
  engine.warnings = {{"index_damaged", "It is not known which articles were withdrawn.", {}}};
  for (const char* target : {"/v1/search?q=a", "/v1/facets/tag", "/v1/search.rss", "/v1/search.atom"}) {
    CAPTURE(target);
    CHECK(ask(engine, target)->headers.front().second == "no-store");
  }
  CHECK(ask(engine, "/v1/search.rss")
            ->body.contains("Articles found by Trawl. It is not known which articles were withdrawn."));
}

TEST_CASE("damage: an article is not called unknown while it is not known which were withdrawn", "[api]") {
  for (const char* route : {"", ".md", "/related"}) {
    CAPTURE(route);
    CHECK(status_of(std::string("/v1/articles/00000000000000fe") + route) == 404);
    CHECK(status_of(std::string("/v1/articles/00000000000000ff") + route) == 410);
    DamagedEngine engine;
    engine.knows_removed = false;
    const auto answer = ask(engine, std::string("/v1/articles/00000000000000fe") + route);
    REQUIRE_FALSE(answer);
    CHECK(answer.error().type == "index-damaged");
  }
}

TEST_CASE("damage: a source that is not in the readable part of a damaged index may be in the other", "[api]") {
  CHECK(status_of("/v1/sources/nosuch") == 404);
  DamagedEngine engine;
  engine.warnings = {{"index_damaged", "2 are missing.", {}}};
  const auto answer = ask(engine, "/v1/sources/nosuch");
  REQUIRE_FALSE(answer);
  CHECK(answer.error().status == 503);
  CHECK(answer.error().type == "index-damaged");
}

} // namespace damaged_index_test
