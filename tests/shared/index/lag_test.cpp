// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/lag.h"

#include "tests/support/small_store.h"
#include "tests/support/temporary_directory.h"

#include <fstream>
#include <thread>

#include <catch2/catch.hpp>

namespace lag_test {

using namespace trawl;
using namespace trawl::index;
using test::must;
using Verdict = Lag::Verdict;

namespace {

constexpr const char *kOwn = test::SmallStore::kName, *kAnother = "0123456789ab";

bool is_foreign_to(const DataDirectory& directory, const char* made_from) {
  CommitState state;
  state.store = made_from;
  return is_foreign(state, directory);
}

} // namespace

TEST_CASE("lag: what an index lacks is counted in articles, not in changes that others have replaced", "[index]") {
  const test::TemporaryDirectory directory;
  test::SmallStore store(directory.data());
  auto crawl_db = must(store::Database::open(directory.data().crawl_db(), store::OpenMode::ReadOnly));
  const auto look = [&](std::uint64_t sequence, const char* made_from) {
    return must(lag_of(made_from, sequence, crawl_db));
  };
  CHECK(look(0, kOwn).verdict == Verdict::Current);
  store.change("a");
  store.change("b");
  store.change("a");
  CHECK(look(3, kOwn) == Lag{.verdict = Verdict::Current});
  CHECK(look(2, kOwn) == Lag{.verdict = Verdict::Behind, .changes = 1});
  CHECK(look(0, kOwn) == Lag{.verdict = Verdict::Behind, .changes = 2});
  CHECK(look(5, kOwn) == Lag{.verdict = Verdict::Ahead, .changes = 2});
  CHECK(look(3, kAnother) == Lag{.verdict = Verdict::Foreign, .changes = 2});
  CHECK(look(3, "").verdict == Verdict::Current);
}

TEST_CASE("lag: an index is foreign only to a crawl.db that can be read and has another name", "[index]") {
  const test::TemporaryDirectory none, broken, whole;
  CHECK_FALSE(is_foreign_to(none.data(), kAnother));
  std::ofstream(broken.data().crawl_db()) << "no database";
  CHECK_FALSE(is_foreign_to(broken.data(), kAnother));
  const test::SmallStore store(whole.data());
  CHECK(is_foreign_to(whole.data(), kAnother));
  CHECK_FALSE(is_foreign_to(whole.data(), kOwn));
  CHECK_FALSE(is_foreign_to(whole.data(), ""));
}

TEST_CASE("lag: asking whether there is a writer hinders none", "[index]") {
  const test::TemporaryDirectory directory;
  CHECK_FALSE(is_being_written(directory.data()));
  {
    const WriterLock lock = must(WriterLock::acquire(directory.data()));
    CHECK(is_being_written(directory.data()));
  }
  CHECK_FALSE(is_being_written(directory.data()));
  const std::jthread asking([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) is_being_written(directory.data());
  });
  for (int i = 0; i < 2'000; ++i) REQUIRE(WriterLock::acquire(directory.data()));
}

} // namespace lag_test
