// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/results/grouping.h"

#include "tests/shared/search/small_index.h"

#include <catch2/catch.hpp>

using namespace trawl::search;
using Documents = std::vector<std::uint32_t>;

namespace {

/// Documents 1 to 6 of the sources a, b, a, a, b, c.
trawl::search::test::SmallIndex articles() {
  return trawl::search::test::SmallIndex(
      {{"", "x", "a"}, {"", "x", "b"}, {"", "x", "a"}, {"", "x", "a"}, {"", "x", "b"}, {"", "x", "c"}});
}

} // namespace

TEST_CASE("grouping: limits the hits of a source and keeps their order", "[search]") {
  trawl::search::test::SmallIndex index = articles();
  const auto& columns = index.view().columns;
  CHECK(group_by_source(columns, {4, 3, 2, 1, 5, 6}, {0, false}) == Documents{4, 3, 2, 1, 5, 6});
  CHECK(group_by_source(columns, {4, 3, 2, 1, 5, 6}, {1, false}) == Documents{4, 2, 6});
  CHECK(group_by_source(columns, {4, 3, 2, 1, 5, 6}, {2, false}) == Documents{4, 3, 2, 5, 6});
}

TEST_CASE("grouping: sources follow in the order of their best hits", "[search]") {
  trawl::search::test::SmallIndex index = articles();
  const auto& columns = index.view().columns;
  CHECK(group_by_source(columns, {2, 4, 6, 3, 5, 1}, {0, true}) == Documents{2, 5, 4, 3, 1, 6});
  CHECK(group_by_source(columns, {2, 4, 6, 3, 5, 1}, {2, true}) == Documents{2, 5, 4, 3, 6});
}

TEST_CASE("grouping: counts the documents of each source", "[search]") {
  trawl::search::test::SmallIndex index = articles();
  const auto& columns = index.view().columns;
  DocSet some(columns.last_document);
  for (const std::uint32_t document : {1U, 3U, 5U}) some.add(document);
  const SourceCounts counts = count_by_source(columns, some);
  CHECK(counts.of(columns, 4) == 2);
  CHECK(counts.of(columns, 2) == 1);
  CHECK(counts.of(columns, 6) == 0);
}
