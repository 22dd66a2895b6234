// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/search/small_index.h"

#include <catch2/catch.hpp>

using namespace trawl::search;
using trawl::search::test::Numbers;
using trawl::search::test::SmallIndex;

TEST_CASE("match phrase: the words one after another, in any inflection", "[match]") {
  SmallIndex index({{"", "alpha beta gamma"}, {"", "beta alpha"}, {"", "alpha one two beta"}, {"", "alphas betas"}});
  CHECK(index.found("\"alpha beta\"") == Numbers{1, 4});
  CHECK(index.found("\"alpha beta\"~1") == Numbers{1, 4});
  CHECK(index.found("\"alpha beta\"~2") == Numbers{1, 4});
  CHECK(index.found("\"alpha beta\"~3") == Numbers{1, 3, 4});
  CHECK(index.found("\"alpha beta gamma\"") == Numbers{1});
  CHECK(index.found("\"alpha nowhere\"", MatchMode::All).empty());
}

TEST_CASE("match phrase: a word twice needs two positions", "[match]") {
  SmallIndex index({{"", "alpha beta"}, {"", "alpha alpha"}});
  CHECK(index.found("\"alpha alpha\"") == Numbers{2});
  CHECK(index.found("alpha NEAR/5 alpha") == Numbers{2});
}

TEST_CASE("match phrase: stop words count", "[match]") {
  SmallIndex index({{"", "state of the art"}, {"", "state art"}});
  CHECK(index.found("\"state of the art\"") == Numbers{1});
}

TEST_CASE("match phrase: a name is found as typed and as its parts, whichever the index has", "[match]") {
  SmallIndex parts({{"", "flex attention kernels"}, {"", "attention flex kernels"}});
  CHECK(parts.found("\"FlexAttention kernels\"") == Numbers{1});
  SmallIndex both({{"", "flex attention kernels"}, {"", "flexattention kernels"}, {"", "FlexAttention kernels"}});
  CHECK(both.found("\"FlexAttention kernels\"") == Numbers{1, 2, 3});
  CHECK(both.found("FlexAttention NEAR/3 kernels") == Numbers{1, 2, 3});
}
