// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/result.h"

#include <set>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl;

TEST_CASE("result: an error is one sentence of where, what and what to do", "[base]") {
  CHECK(to_sentence({ErrorCode::NoIndex, "there is no index", "/data", "run 'trawl crawl' first"}) ==
        "/data: there is no index; run 'trawl crawl' first");
  CHECK(to_sentence({ErrorCode::BadQuery, "A quote is never closed.", "position 3", "Leave it out"}) ==
        "position 3: A quote is never closed. Leave it out");
}

TEST_CASE("result: every code has a name of its own, an exit code and an HTTP status", "[base]") {
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
