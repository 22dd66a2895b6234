// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/result.h"

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;

namespace {

Result<int> half(int number) {
  if (number % 2 != 0) return fail(ErrorCode::BadInput, "is odd", std::to_string(number), "choose an even number");
  return number / 2;
}

Result<void> check_even(int number) {
  TRAWL_TRY([[maybe_unused]] const int result, half(number));
  return {};
}

Result<int> quarter(int number) {
  TRAWL_CHECK(check_even(number));
  TRAWL_TRY(const int once, half(number));
  TRAWL_TRY(const int twice, half(once));
  return twice;
}

} // namespace

TEST_CASE("result: an error is one sentence of where, what and what to do", "[base]") {
  CHECK(to_sentence({ErrorCode::NoIndex, "there is no index", "/data", "run 'trawl crawl' first"}) ==
        "/data: there is no index; run 'trawl crawl' first");
  CHECK(to_sentence({ErrorCode::Usage, "A quote is never closed.", "position 3", "Leave it out"}) ==
        "position 3: A quote is never closed. Leave it out");
}

TEST_CASE("result: every code has a unique name, an exit code and an HTTP status", "[base]") {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(ErrorCode::Internal); ++i) {
    const auto code = static_cast<ErrorCode>(i);
    CHECK(names.insert(name_of(code)).second);
    CHECK(exit_code_of(code) > 0);
    CHECK(exit_code_of(code) < 256);
    CHECK(http_status_of(code) >= 400);
    CHECK(http_status_of(code) < 600);
  }
}

TEST_CASE("result: a sentence leaves out the parts that an error does not have", "[base]") {
  CHECK(to_sentence({ErrorCode::Disk, "the disk is full", "", ""}) == "the disk is full");
  CHECK(to_sentence({ErrorCode::Disk, "the disk is full", "/data", ""}) == "/data: the disk is full");
  CHECK(to_sentence({ErrorCode::Disk, "the disk is full", "", "free some space"}) ==
        "the disk is full; free some space");
  CHECK(to_sentence({}).empty());
}

TEST_CASE("result: TRAWL_TRY and TRAWL_CHECK return the first error unchanged", "[base]") {
  CHECK(quarter(12) == 3);
  REQUIRE_FALSE(quarter(7));
  CHECK(quarter(7).error() == Error{ErrorCode::BadInput, "is odd", "7", "choose an even number"});
  REQUIRE_FALSE(quarter(6));
  CHECK(quarter(6).error().where == "3");
}

TEST_CASE("result: TRAWL_TRY moves the value, so that it need not be copyable", "[base]") {
  const auto take = []() -> Result<std::unique_ptr<int>> {
    TRAWL_TRY(auto value, Result<std::unique_ptr<int>>(std::make_unique<int>(7)));
    return value;
  };
  CHECK(**take() == 7);
}

// Scripts and clients depend on these numbers (README.md, cmake/manual.h2m; docs/http-api.md).
TEST_CASE("result: codes keep their names, exit codes and statuses", "[base]") {
  struct Row {
    ErrorCode code;
    std::string_view name;
    int exit_code, http_status;
  };
  for (const Row& row : std::vector<Row>{{ErrorCode::Usage, "usage", 2, 400},
                                         {ErrorCode::NotFound, "not_found", 1, 404},
                                         {ErrorCode::NoIndex, "no_index", 3, 503},
                                         {ErrorCode::Locked, "locked", 5, 503},
                                         {ErrorCode::TooLarge, "too_large", 6, 413},
                                         {ErrorCode::Network, "network", 4, 502},
                                         {ErrorCode::Disk, "disk", 7, 500},
                                         {ErrorCode::Interrupted, "interrupted", 130, 503},
                                         {ErrorCode::Internal, "internal", 70, 500}}) {
    INFO(row.name);
    CHECK(name_of(row.code) == row.name);
    CHECK(exit_code_of(row.code) == row.exit_code);
    CHECK(http_status_of(row.code) == row.http_status);
  }
}
