// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/query_weight.h"

#include "shared/query/parse_query.h"
#include "tests/shared/search/explore/disk_index.h"

#include <string>

#include <catch2/catch.hpp>

namespace query_weight_test {

using namespace trawl;
using namespace trawl::search;
using namespace trawl::search::test;

TEST_CASE("query weight: it is the postings of the words, more where positions are read", "[search]") {
  DiskIndex index({{"One", "flash attention of kernels", "a"},
                   {"Two", "flash memory and the drives", "a"},
                   {"Three", "the attention of the readers", "b"}});
  ExploreInIndex explore = index.explore();
  const auto weight = [&](const std::string& q) {
    return query_weight(query::parse_query(q, kNow).tree, explore.terms());
  };
  CHECK(weight("") == 0);
  CHECK(weight("kernels") == 1);
  CHECK(weight("flash attention") == 4);
  CHECK(weight("flash OR attention -kernels") == 5);
  CHECK(weight("flash the attention") == 4); // a stop word is not read
  CHECK(weight("\"the readers\"") > 4);
  CHECK(weight("\"flash attention\"") == 16);
  CHECK(weight("flash NEAR attention") == 16);
  CHECK(weight("dri*") == 3); // any article may have one
  CHECK(weight("source:a tag:flash") == 0);
}

} // namespace query_weight_test
