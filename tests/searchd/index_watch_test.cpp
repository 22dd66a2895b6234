// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/index_watch.h"

#include <catch2/catch.hpp>

#include "tests/support/articles.h"
#include "tests/support/index_of.h"
#include "tests/support/small_store.h"

namespace index_watch_test {

using namespace trawl;
using trawl::searchd::IndexWatch;

TEST_CASE("index watch: every commit and other shards are noticed, and nothing else", "[searchd]") {
  test::TestIndex index;
  IndexWatch watch(index.data());
  const auto empty = watch.look();
  REQUIRE(empty);
  CHECK(watch.look() == empty);
  index.add({test::article(1)});
  const auto first = watch.look();
  CHECK(first != empty);
  CHECK(index.reader());
  CHECK(watch.look() == first);
  index.add({test::article(1)});
  const auto second = watch.look();
  CHECK(second != first);
  test::must(index.writer().compact());
  const auto third = watch.look();
  CHECK(third != second);
  CHECK(watch.look() == third);
  index.add({test::article(2)});
  CHECK(watch.look() != third);
}

TEST_CASE("index watch: what crawl.db says anew is another stamp, and an engine looks first", "[searchd]") {
  test::TestIndex index({test::article(1)});
  test::SmallStore store(index.data());
  const auto cache = search::make_engine_cache(std::chrono::milliseconds{0});
  IndexWatch watch(index.data(), cache);
  store.change("a");
  CHECK_FALSE(watch.look());
  auto engine = test::must(search::SearchEngine::open(index.data(), cache));
  test::must(engine.state());
  const auto before = watch.look();
  REQUIRE(before);
  store.change("a");
  CHECK_FALSE(watch.look());
  test::must(engine.state());
  CHECK_FALSE(watch.look()); // not current: each answer looks
  index.add({});
  test::must(engine.state());
  CHECK(watch.look() != before);
}

TEST_CASE("index watch: without an index there is nothing to compare", "[searchd]") {
  test::TemporaryDirectory directory;
  IndexWatch watch(directory.data());
  CHECK_FALSE(watch.look());
}

} // namespace index_watch_test
