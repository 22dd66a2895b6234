// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/search/small_index.h"

#include <catch2/catch.hpp>

using namespace trawl::search;
using trawl::search::test::Numbers;
using trawl::search::test::SmallIndex;

TEST_CASE("match NOT: all documents that exist but those of the child", "[match]") {
  SmallIndex index({{"", "apple"}, {"", "pear"}, {"", "apple pear"}});
  CHECK(index.found("-apple") == Numbers{2});
  CHECK(index.found("-nowhere") == Numbers{1, 2, 3});
  CHECK(index.found("pear -apple") == Numbers{2});
  CHECK(index.found("-(apple pear)") == Numbers{1, 2});
  CHECK(index.found("-\"apple pear\"") == Numbers{1, 2});
  Numbers both = index.found("apple");
  both.merge(index.found("-apple"));
  CHECK(both == Numbers{1, 2, 3});
}

TEST_CASE("match NOT: leaves out the same article whatever words other articles have", "[match]") {
  const std::vector<test::SmallArticle> smaller{{"", "a chal lenges"}, {"", "a challenge"}, {"", "a task"}};
  std::vector<test::SmallArticle> larger = smaller;
  larger.push_back({"", "chal and lenge"}); // now both halves of "challenge" are words
  SmallIndex small(smaller), large(larger);
  CHECK(small.found("a -challenge") == Numbers{3});
  CHECK(large.found("a -challenge") == Numbers{3});
}
