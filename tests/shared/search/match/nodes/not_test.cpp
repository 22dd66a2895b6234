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
