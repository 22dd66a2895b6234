// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/client.h"

#include <catch2/catch.hpp>

using namespace trawl;

TEST_CASE("client: a problem of the API becomes an error with the exit code of its kind", "[cli]") {
  struct Row {
    const char* type;
    int status;
    int exit_code;
  };
  for (const Row& row :
       {Row{"bad-parameter", 400, 2}, Row{"bad-cursor", 400, 2}, Row{"uri-too-long", 414, 2}, Row{"not-found", 404, 1},
        Row{"gone", 410, 1}, Row{"not-ready", 503, 3}, Row{"index-damaged", 503, 3}, Row{"unreadable", 503, 3},
        Row{"exhausted", 503, 7}, Row{"timeout", 503, 4}, Row{"busy", 429, 4}, Row{"misdirected-request", 421, 4},
        Row{"", 502, 4}}) {
    INFO(row.type);
    const Error error = cli::to_error({row.type, row.status, "What is wrong.", {}});
    CHECK(exit_code_of(error.code) == row.exit_code);
    CHECK(error.what == "What is wrong.");
  }
}

TEST_CASE("client: an internal error in this process says what happened", "[cli]") {
  const Error error = cli::to_error(api::to_problem({ErrorCode::Internal, "is broken", "/some/file", ""}));
  CHECK(error.code == ErrorCode::Internal);
  CHECK(error.what == "/some/file: is broken");
  const Error refused = cli::to_error(api::to_problem({ErrorCode::Disk, "cannot read", "/some/file", ""}));
  CHECK(exit_code_of(refused.code) == 3);
  CHECK(refused.what == "/some/file: cannot read");
}

TEST_CASE("client: a daemon that is not there is a network error that names it", "[cli]") {
  cli::Settings settings;
  settings.server = "127.0.0.1:9";
  const auto client = cli::make_client(settings);
  REQUIRE(client);
  const auto answer = (*client)->get("/v1/stats", {});
  REQUIRE_FALSE(answer);
  CHECK(answer.error().code == ErrorCode::Network);
  CHECK(answer.error().where == "http://127.0.0.1:9");
}
