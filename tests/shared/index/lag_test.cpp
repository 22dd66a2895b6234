// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/lag.h"

#include "tests/support/small_store.h"
#include "tests/support/temporary_directory.h"

#include <chrono>
#include <fstream>
#include <optional>
#include <thread>

#include <catch2/catch.hpp>

namespace lag_test {

using namespace trawl;
using namespace trawl::index;
using test::must;
using Verdict = Lag::Verdict;
using std::chrono::hours;
using std::chrono::minutes;

namespace {

const Moment kNow = parse_rfc3339("2026-04-21T12:00:00Z")->time;

CommitState state_at(std::uint64_t sequence, const char* store = test::SmallStore::kName) {
  CommitState state;
  state.store = store;
  state.store_sequence = sequence;
  state.committed = kNow;
  return state;
}

Lag look(const DataDirectory& data, const CommitState& state) { return lag_of(state, data, kNow); }

} // namespace

TEST_CASE("lag: what an index lacks is counted in articles, not in changes that others have replaced", "[index]") {
  const test::TemporaryDirectory directory;
  CHECK(look(directory.data(), state_at(7)).verdict == Verdict::NoStore);
  test::SmallStore store(directory.data());
  CHECK(look(directory.data(), state_at(0)).verdict == Verdict::Current);
  store.change("a");
  store.change("b");
  store.change("a");
  CHECK(look(directory.data(), state_at(3)).verdict == Verdict::Current);
  CHECK(look(directory.data(), state_at(2)) == Lag{.verdict = Verdict::Behind, .changes = 1});
  CHECK(look(directory.data(), state_at(0)) == Lag{.verdict = Verdict::Behind, .changes = 2});
  CHECK(look(directory.data(), state_at(5)) == Lag{.verdict = Verdict::Ahead, .changes = 2});
  CHECK(look(directory.data(), state_at(3, "0123456789ab")) == Lag{.verdict = Verdict::Foreign, .changes = 2});
  CHECK(look(directory.data(), state_at(3, "")).verdict == Verdict::Current);
}

TEST_CASE("lag: a crawl.db that cannot be read is no current one", "[index]") {
  const test::TemporaryDirectory directory;
  std::ofstream(directory.data().crawl_db()) << "no database";
  const Lag found = look(directory.data(), state_at(1));
  CHECK(found.verdict == Verdict::Unknown);
  CHECK(found.problem.contains("crawl.db"));
}

TEST_CASE("lag: a writer that is at work is told from one that is stuck or gone", "[index]") {
  const test::TemporaryDirectory directory;
  test::SmallStore store(directory.data());
  store.change("a");
  CHECK_FALSE(writing_since(directory.data()));
  CHECK_FALSE(look(directory.data(), state_at(0)).is_written);
  {
    const WriterLock lock = must(WriterLock::acquire(directory.data()));
    const auto since = writing_since(directory.data());
    REQUIRE(since);
    CommitState state = state_at(0);
    state.committed = *since - hours{99}; // nothing was new until now
    CHECK(lag_of(state, directory.data(), *since + minutes{9}).is_written);
    CHECK_FALSE(lag_of(state, directory.data(), *since + minutes{11}).is_written);
    state.committed = *since + hours{99};
    CHECK(lag_of(state, directory.data(), state.committed + minutes{9}).is_written);
    CHECK_FALSE(lag_of(state, directory.data(), state.committed + minutes{11}).is_written);
    CHECK(lag_of(state_at(1), directory.data(), *since) == Lag{.verdict = Verdict::Current});
  }
  CHECK_FALSE(writing_since(directory.data()));
}

TEST_CASE("lag: asking whether there is a writer hinders none", "[index]") {
  const test::TemporaryDirectory directory;
  must(WriterLock::acquire(directory.data()));
  const std::jthread asking([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) writing_since(directory.data());
  });
  for (int i = 0; i < 2'000; ++i) REQUIRE(WriterLock::acquire(directory.data()));
}

TEST_CASE("lag: readers ask crawl.db about each commit, and else when its files have changed", "[index]") {
  const test::TemporaryDirectory directory;
  test::SmallStore store(directory.data());
  store.change("a");
  LagWatch patient(hours{1}), at_once(std::chrono::milliseconds{0});
  for (LagWatch* watch : {&patient, &at_once})
    CHECK(watch->look(state_at(1), directory.data()).verdict == Verdict::Current);
  store.change("b");
  CHECK(patient.look(state_at(1), directory.data()).verdict == Verdict::Current);
  CHECK(at_once.look(state_at(1), directory.data()).changes == 1);
  CHECK(patient.look(state_at(0), directory.data()).changes == 2);
  CHECK(at_once.look(state_at(2), directory.data()).verdict == Verdict::Current);
}

} // namespace lag_test
