// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/columns/columns_cache.h"

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::index;

namespace {

/// A cache, and what its last build was given.
struct Fixture {
  ColumnsCache cache;
  int builds = 0;
  ColumnsCache::Entry held;

  std::shared_ptr<const Columns> obtain(std::uint64_t generation, std::uint64_t revision) {
    const auto build = [&](const ColumnsCache::Entry& entry) -> Result<Columns> {
      ++builds;
      held = entry;
      Columns columns;
      columns.last_document = static_cast<std::uint32_t>(100 * generation + revision);
      return columns;
    };
    auto columns = cache.obtain(generation, revision, build);
    REQUIRE(columns);
    return *columns;
  }
};

} // namespace

TEST_CASE("columns cache: a revision is built once", "[index]") {
  Fixture fixture;
  const auto first = fixture.obtain(1, 5);
  CHECK(fixture.obtain(1, 5) == first);
  CHECK(fixture.builds == 1);
  CHECK_FALSE(fixture.held.columns);
  CHECK(first->last_document == 105);
}

TEST_CASE("columns cache: a newer revision is built from the one held, and replaces it", "[index]") {
  Fixture fixture;
  const auto first = fixture.obtain(1, 5);
  const auto second = fixture.obtain(1, 6);
  CHECK(fixture.held.columns == first);
  CHECK(fixture.held.revision == 5);
  CHECK(second->last_document == 106);
  CHECK(fixture.obtain(1, 6) == second);
  CHECK(fixture.builds == 2);
  CHECK(first->last_document == 105); // whoever holds the older one keeps it
}

TEST_CASE("columns cache: a slow reader gets the older revision, and the newest stays", "[index]") {
  Fixture fixture;
  const auto newest = fixture.obtain(1, 6);
  CHECK(fixture.obtain(1, 5)->last_document == 105);
  CHECK(fixture.obtain(1, 6) == newest);
  CHECK(fixture.builds == 2);
}

TEST_CASE("columns cache: revisions of a newer generation are newer, whatever their number", "[index]") {
  Fixture fixture;
  fixture.obtain(1, 900);
  const auto newest = fixture.obtain(2, 1);
  CHECK(fixture.obtain(2, 1) == newest);
  fixture.obtain(1, 901);
  CHECK(fixture.obtain(2, 1) == newest);
  CHECK(fixture.builds == 3);
}

TEST_CASE("columns cache: a failed build is reported, and tried again by the next reader", "[index]") {
  Fixture fixture;
  const auto held = fixture.obtain(1, 1);
  const auto failing = [](const ColumnsCache::Entry&) -> Result<Columns> {
    return fail(ErrorCode::IndexDamaged, "broken");
  };
  CHECK(fixture.cache.obtain(1, 2, failing).error().code == ErrorCode::IndexDamaged);
  CHECK(fixture.obtain(1, 1) == held);
  CHECK(fixture.obtain(1, 2)->last_document == 102);
}

TEST_CASE("columns cache: of many threads one builds, and all get the same columns", "[index]") {
  ColumnsCache cache;
  std::atomic<int> builds = 0;
  std::vector<std::shared_ptr<const Columns>> got(8);
  {
    std::vector<std::jthread> threads;
    for (auto& mine : got) {
      threads.emplace_back([&] {
        const auto build = [&](const ColumnsCache::Entry&) -> Result<Columns> { return ++builds, Columns{}; };
        mine = cache.obtain(1, 1, build).value();
      });
    }
  }
  CHECK(builds == 1);
  for (const auto& columns : got) CHECK(columns == got.front());
}
