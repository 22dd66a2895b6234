// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/search/small_index.h"

#include <catch2/catch.hpp>

using namespace trawl::search;
using trawl::search::test::Numbers;
using trawl::search::test::SmallIndex;

namespace {

std::int64_t day(std::string_view text) { return trawl::parse_rfc3339(text)->time.time_since_epoch().count(); }

} // namespace

TEST_CASE("match field: values inside OR and NOT are looked up in the columns", "[match]") {
  SmallIndex index({{"", "alpha", "pytorch"}, {"", "beta", "openai"}, {"", "gamma", "vllm"}});
  CHECK(index.found("source:pytorch OR beta") == Numbers{1, 2});
  CHECK(index.found("source:pytorch,vllm OR nowhere") == Numbers{1, 3});
  CHECK(index.found("source:unknown OR beta") == Numbers{2});
  CHECK(index.found("tag:gpu OR beta") == Numbers{2});
  CHECK(index.found("-(source:pytorch OR beta)") == Numbers{3});
}

TEST_CASE("match field: dates and properties", "[match]") {
  std::string longer;
  for (int i = 0; i < 2300; ++i) longer += "word ";
  SmallIndex index({{"", longer}, {"", "alpha", "made", day("2026-04-08")}, {"", "beta", "other", day("2026-05-01")}});
  CHECK(index.found("is:long") == Numbers{1});
  CHECK(index.found("is:undated") == Numbers{1});
  CHECK(index.found("is:undated,long") == Numbers{1});
  CHECK(index.found("-is:undated") == Numbers{2, 3});
  CHECK(index.found("is:duplicate").empty());
  CHECK(index.found("date:2026-04 OR source:other") == Numbers{2, 3});
  CHECK(index.found("-date:2026-04") == Numbers{1, 3});
  CHECK(index.found("date:2026-04,2026-05") == Numbers{2, 3});
  CHECK(index.found("date:2026-04,2026-06 OR nowhere") == Numbers{2});
}

TEST_CASE("match field: in the title, words are those of the title alone", "[match]") {
  SmallIndex index({{"Flash attention", "text"}, {"Text", "flash attention"}, {"Attention flash", "x"}});
  CHECK(index.found("title:flash") == Numbers{1, 3});
  CHECK(index.found("title:\"flash attention\"") == Numbers{1});
  CHECK(index.found("title:text,attention") == Numbers{1, 2, 3});
}
