// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/frontier/report.h"

#include <catch2/catch.hpp>

using namespace trawl::crawl;

namespace {

SourceReport answered(std::size_t found, std::size_t added, std::size_t failed, const char* error = "") {
  SourceReport source;
  source.id = "parrot";
  source.asked = source.answered = true;
  source.found = found;
  source.added = added;
  source.failed = failed;
  source.error = error;
  return source;
}

} // namespace

TEST_CASE("report: a source that lists nothing, or nothing that can be read, gave nothing", "[crawl]") {
  CHECK(gave_nothing(answered(0, 0, 0, "it lists no articles")));
  CHECK(gave_nothing(answered(6, 0, 6)));
  CHECK(trouble_of(answered(6, 0, 6)).contains("`trawl sources status parrot`"));
  CHECK(trouble_of(answered(0, 0, 0, "it lists no articles")) == "it lists no articles");
}

TEST_CASE("report: a source without news, or with one missing page, is no trouble", "[crawl]") {
  CHECK_FALSE(gave_nothing(answered(0, 0, 0))); // not modified
  CHECK_FALSE(gave_nothing(answered(6, 0, 0)));
  CHECK_FALSE(gave_nothing(answered(6, 0, 1)));
  CHECK_FALSE(gave_nothing(answered(6, 5, 1)));
  SourceReport silent = answered(0, 0, 0, "the server does not answer");
  silent.answered = false;
  CHECK_FALSE(gave_nothing(silent)); // it is counted as one that did not answer
  CHECK(trouble_of(answered(6, 5, 1)).empty());
}
