// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/work_progress.h"

#include <catch2/catch.hpp>

#include "tests/support/captured_output.h"

using trawl::commands::progress_text;
using trawl::commands::WorkProgress;

TEST_CASE("progress: the rate and the remaining time", "[commands]") {
  CHECK(progress_text("rebuilding", "articles", 1200, 10'000, 4.8) ==
        "rebuilding: 1200 of 10000 articles, 250/s, 35 s left");
  CHECK(progress_text("rebuilding", "articles", 100, 1'000'000, 10) ==
        "rebuilding: 100 of 1000000 articles, 10/s, 27 h 46 min left");
  CHECK(progress_text("rebuilding", "articles", 10, 10, 5) == "rebuilding: 10 of 10 articles, 2/s");
}

TEST_CASE("progress: without a total the rate, without a count the time", "[commands]") {
  CHECK(progress_text("importing", "rows", 500, 0, 2) == "importing: 500 rows, 250/s");
  CHECK(progress_text("importing", "rows", 500, 0, 2, 0.25) == "importing: 500 rows, 25 %, 250/s, 6 s left");
  CHECK(progress_text("importing", "rows", 500, 0, 2, 1) == "importing: 500 rows, 100 %, 250/s");
  CHECK(progress_text("checking", "articles", 0, 0, 12.4) == "checking: 12 s");
  CHECK(progress_text("checking", "articles", 0, 50, 125) == "checking: 2 min");
}

TEST_CASE("progress: nothing is estimated from the first second", "[commands]") {
  CHECK(progress_text("rebuilding", "articles", 1, 100, 0.1) == "rebuilding: 1 of 100 articles, 10/s");
  CHECK(progress_text("rebuilding", "articles", 1, 100, 0) == "rebuilding: 1 of 100 articles, 1000/s");
}

TEST_CASE("progress: it is shown neither when quiet nor at once where no line can be rewritten", "[commands]") {
  for (const bool is_quiet : {true, false})
    CHECK(trawl::test::captured_errors([&] { WorkProgress(is_quiet, "pages").show("84 pages"); }).empty());
}
