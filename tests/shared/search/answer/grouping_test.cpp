// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/grouping.h"

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

TEST_CASE("grouping: of the beginning of a result only what the rest cannot change is grouped", "[search]") {
  trawl::search::test::SmallIndex index = articles();
  const auto& columns = index.view().columns;
  const SourceCounts counts = count_by_source(columns, DocSet(columns.live()));
  const Documents all{2, 4, 6, 3, 5, 1};
  for (const SourceGrouping grouping : {SourceGrouping{1, false}, {2, false}, {1, true}, {2, true}, {0, true}}) {
    const Documents whole = group_by_source(columns, all, grouping);
    for (std::size_t length = 0; length <= all.size(); ++length) {
      const Documents begun =
          group_by_source(columns, {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(length)}, grouping, &counts);
      CAPTURE(grouping.per_source, grouping.is_grouped, length);
      REQUIRE(begun.size() <= whole.size());
      CHECK(std::equal(begun.begin(), begun.end(), whole.begin()));
    }
  }
  CHECK(group_by_source(columns, {2, 4, 6, 3, 5}, {2, true}, &counts) == Documents{2, 5, 4, 3, 6});
}
