// SPDX-License-Identifier: GPL-3.0-or-later
/// What the routes answer when the index was not read completely, or cannot be.
#include "shared/api/service.h"
#include "tests/shared/api/fake_engine.h"

#include <algorithm>
#include <string>
#include <utility>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace incomplete_answers_test {

using namespace trawl;
using namespace trawl::test;
using nlohmann::json;

namespace {

class IncompleteEngine : public FakeEngine {
 public:
  bool knows_removed = true;

  Result<bool> is_removed(std::string_view id) override {
    if (!knows_removed) return fail(ErrorCode::IndexDamaged, "the index is damaged");
    return FakeEngine::is_removed(id);
  }
};

api::Answer<api::Response> ask(IncompleteEngine& engine, const std::string& target) {
  const std::size_t question = std::min(target.find('?'), target.size());
  const std::string query = question < target.size() ? target.substr(question + 1) : "";
  return api::respond(engine, {"GET", target.substr(0, question), query, "", ""}, moment("2026-04-21T12:34:56Z"));
}

int status_of(const std::string& target) {
  IncompleteEngine engine;
  const auto answer = ask(engine, target);
  return answer ? answer->status : answer.error().status;
}

const std::string kId = FakeEngine().hits.front().article.id;

} // namespace

TEST_CASE("incomplete: every answer that may lack something says so, and is not to be stored", "[api]") {
  const json warning = {{"code", "time_cut"}, {"message", "Something may be missing."}, {"position", nullptr}};
  for (const std::string target : {"/v1/search?q=a", "/v1/suggest?q=at", "/v1/facets/tag", "/v1/trending",
                                   "/v1/trends?q=a", "/v1/sources", "/v1/sources/pytorch", "/v1/stats"}) {
    CAPTURE(target);
    IncompleteEngine engine;
    const auto whole = ask(engine, target);
    REQUIRE(whole);
    CHECK(json::parse(whole->body)["warnings"] == json::array());
    CHECK(whole->headers.empty());
    engine.warnings = {{"time_cut", "Something may be missing.", {}}};
    engine.is_exact = false;
    const auto answer = ask(engine, target);
    REQUIRE(answer);
    CHECK(json::parse(answer->body)["warnings"] == json::array({warning}));
    REQUIRE(answer->headers.size() == 1);
    CHECK(answer->headers[0] == std::pair<std::string, std::string>("Cache-Control", "no-store"));
  }
  IncompleteEngine foreign;
  foreign.live.warnings = {{"index_foreign", "Something may be missing.", {}}};
  const auto article = ask(foreign, "/v1/articles/" + kId);
  CHECK(json::parse(article->body)["warnings"][0]["code"] == "index_foreign");
  CHECK(article->headers.front().second == "no-store");
  IncompleteEngine engine;
  engine.warnings = {{"time_cut", "Something may be missing.", {}}};
  engine.is_exact = false;
  CHECK(json::parse(ask(engine, "/v1/articles/" + kId + "/related")->body)["warnings"] == json::array({warning}));
  CHECK(json::parse(ask(engine, "/v1/articles/" + kId + "?related=2")->body)["warnings"] == json::array({warning}));
  CHECK(json::parse(ask(engine, "/v1/articles/" + kId)->body)["warnings"] == json::array()); // one article, and whole
  for (const char* target : {"/v1/sources.opml", "/v1/suggest?q=at&format=opensearch", "/v1/search.rss"})
    CHECK(ask(engine, target)->headers.front().second == "no-store");
  CHECK(ask(engine, "/v1/sources.opml")->body.contains("<title>Trawl: sources. Something may be missing.</title>"));
  CHECK(ask(engine, "/v1/search.rss")->body.contains("Something may be missing."));
  CHECK(json::parse(ask(engine, "/v1/suggest?q=at&format=opensearch")->body) == json({"at", {"attion"}, {"tag"}}));
}

TEST_CASE("incomplete: an article is not called unknown while it is not known which were withdrawn", "[api]") {
  for (const char* route : {"", ".md", "/related"}) {
    CAPTURE(route);
    CHECK(status_of(std::string("/v1/articles/00000000000000fe") + route) == 404);
    CHECK(status_of(std::string("/v1/articles/00000000000000ff") + route) == 410);
    IncompleteEngine engine;
    engine.knows_removed = false;
    const auto answer = ask(engine, std::string("/v1/articles/00000000000000fe") + route);
    REQUIRE_FALSE(answer);
    CHECK(answer.error().type == "index-damaged");
  }
}

} // namespace incomplete_answers_test
