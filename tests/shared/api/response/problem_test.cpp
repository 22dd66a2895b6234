// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/problem.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace trawl;
using namespace trawl::api;

TEST_CASE("problem: each error of the engine has a type and the status of its code", "[api]") {
  struct Row {
    ErrorCode code;
    const char* type;
    int status;
  };
  for (const Row& row : {Row{ErrorCode::Usage, "bad-parameter", 400}, Row{ErrorCode::NotFound, "not-found", 404},
                         Row{ErrorCode::NoIndex, "not-ready", 503}, Row{ErrorCode::IndexDamaged, "index-damaged", 503},
                         Row{ErrorCode::StoreDamaged, "index-damaged", 503}, Row{ErrorCode::Timeout, "timeout", 503},
                         Row{ErrorCode::TooLarge, "too-large", 413}, Row{ErrorCode::Internal, "internal", 500},
                         Row{ErrorCode::Disk, "unreadable", 503}, Row{ErrorCode::Permission, "unreadable", 503},
                         Row{ErrorCode::Exhausted, "exhausted", 503}, Row{ErrorCode::Interrupted, "internal", 500}}) {
    INFO(name_of(row.code));
    const Problem problem = to_problem({row.code, "what happened", "somewhere", "do this"});
    CHECK(problem.type == row.type);
    CHECK(problem.status == row.status);
    CHECK_FALSE(problem.detail.empty());
    if (row.status == 404) CHECK(problem.detail == "What happened."); // a sentence, as all of the API's
    const bool is_of_request = row.status < 500;
    if (is_of_request) CHECK(problem.cause.empty());
    if (row.status == 500) CHECK_FALSE(problem.cause.empty()); // for the log only
    CHECK(problem_json(problem, "/v1/search").contains("Do this.") == (row.code == ErrorCode::StoreDamaged));
  }
}

TEST_CASE("problem: of a damaged index or store, the detail says what helps, and no file's name", "[api]") {
  const auto detail = [](ErrorCode code, const char* what, const char* hint) {
    return to_problem({code, what, "/data/crawl.db", hint}).detail;
  };
  CHECK(
      detail(ErrorCode::StoreDamaged, "an older version wrote this file", "run `trawl index rebuild` with that one") ==
      "crawl.db: an older version wrote this file. Run `trawl index rebuild` with that one.");
  CHECK(detail(ErrorCode::StoreDamaged, "the store is damaged", "") == "crawl.db: the store is damaged.");
  CHECK(detail(ErrorCode::IndexDamaged, "the index is damaged: /data/index/1/postlist.glass", "do this") ==
        "The index is damaged, or another version of Trawl wrote it. Run `trawl index rebuild` with the same --data.");
}

TEST_CASE("problem: of the wrong parameters only a bad cursor has its own type", "[api]") {
  const Problem cursor = to_problem({ErrorCode::Usage, "bad-cursor: it is too long", "cursor", ""});
  CHECK(cursor.type == "bad-cursor");
  CHECK(cursor.detail == "cursor: it is too long.");
  CHECK(cursor.errors.front().parameter == "cursor");
  CHECK(to_problem({ErrorCode::Usage, "no such field", "field", ""}).type == "bad-parameter");
}

TEST_CASE("problem: a status of HTTP has its type, and an unknown one is a bad request", "[api]") {
  struct Row {
    int status;
    const char *type, *title;
  };
  for (const Row& row : {Row{400, "bad-request", "Bad request"}, Row{404, "not-found", "Not found"},
                         Row{405, "method-not-allowed", "Method not allowed"}, Row{410, "gone", "Gone"},
                         Row{413, "body-too-large", "Body too large"}, Row{414, "uri-too-long", "URI too long"},
                         Row{429, "busy", "Busy"}, Row{503, "busy", "Busy"}, Row{418, "bad-request", "Bad request"}}) {
    INFO(row.status);
    const Problem problem = http_problem(row.status, "A sentence.");
    CHECK(problem.type == row.type);
    CHECK(problem.status == row.status);
    CHECK(title_of(problem.type) == row.title);
    CHECK(problem.errors.empty());
  }
  CHECK(title_of("") == "");
}

TEST_CASE("problem: its JSON has every error, with null for unknown members", "[api]") {
  const Problem problem =
      bad_parameters({{"limit", "x\"y", "must be a whole number.", ""}, {"q", "", "ends too early.", "quote"}});
  const auto read = nlohmann::json::parse(problem_json(problem, "/v1/search?a=\"b\""));
  CHECK(read["status"] == 400);
  CHECK(read["detail"] == "limit=x\"y: must be a whole number.");
  CHECK(read["instance"] == "/v1/search?a=\"b\"");
  REQUIRE(read["errors"].size() == 2);
  CHECK(read["errors"][0] == nlohmann::json::parse(R"({"parameter": "limit", "value": "x\"y",
    "detail": "must be a whole number.", "suggestion": null})"));
  CHECK(read["errors"][1]["suggestion"] == "quote");
  CHECK(nlohmann::json::parse(problem_json(http_problem(404, "No."), "/"))["errors"].empty());
  CHECK(bad_parameters({}).detail.empty());
}
