// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/search/small_index.h"

#include <catch2/catch.hpp>

using namespace trawl::search;
using trawl::search::test::Numbers;
using trawl::search::test::SmallIndex;

TEST_CASE("match exact: this form and no other", "[match]") {
  SmallIndex index({{"", "trained models"},
                    {"", "training a model"},
                    {"Trained", "x"},
                    {"", "torch.compile"},
                    {"", "torch compile"}});
  CHECK(index.found("trained") == Numbers{1, 2, 3});
  CHECK(index.found("+trained") == Numbers{1, 3});
  CHECK(index.found("+TRAINING") == Numbers{2});
  CHECK(index.found("+train").empty());
  CHECK(index.found("+torch.compile") == Numbers{4});
  CHECK(index.found("+torch") == Numbers{4, 5});
  CHECK(index.found("+trained nowhere", MatchMode::Any).empty());
}

TEST_CASE("match exact: Chinese, Japanese and Korean characters stand as they were typed", "[match]") {
  SmallIndex index({{"", "大模型的训练"}, {"", "模型和大模"}, {"大模型", "x"}});
  CHECK(index.found("+大模型") == Numbers{1, 3});
  CHECK(index.found("+大") == Numbers{1, 2, 3});
}
