// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/search/small_index.h"

#include <catch2/catch.hpp>

using namespace trawl::search;
using trawl::search::test::Numbers;
using trawl::search::test::SmallIndex;

TEST_CASE("match word: by its stem, in title and text", "[match]") {
  SmallIndex index({{"", "compiling"}, {"Compiled", "x"}, {"", "compiler"}, {"", "pile"}});
  CHECK(index.found("compile") == Numbers{1, 2, 3});
  CHECK(index.found("title:compile") == Numbers{2});
}

TEST_CASE("match word: of a name all parts, in order", "[match]") {
  SmallIndex index({{"", "FlexAttention"}, {"", "flex attention"}, {"", "attention flex"}, {"", "flex"}});
  CHECK(index.found("FlexAttention") == Numbers{1, 2});
  CHECK(index.found("flexattention") == Numbers{1, 2});
  CHECK(index.found("flex attention") == Numbers{1, 2, 3});
}
