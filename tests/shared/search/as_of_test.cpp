// SPDX-License-Identifier: GPL-3.0-or-later
/// Each answer says from which state of crawl.db it is, and what the index lacks of it.
#include "shared/search/answer/as_of.h"

#include "shared/search/answer/search_engine.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"
#include "tests/support/small_store.h"

#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace as_of_test {

using namespace trawl;
using namespace trawl::search;
using trawl::test::must;
using Verdict = index::Lag::Verdict;

namespace {

/// What every kind of answer says.
struct Told {
  std::vector<IndexState> states;
  std::vector<std::vector<Warning>> warnings;
};

Told told_by(SearchEngine& engine) {
  Told told;
  const auto note = [&](const auto& answer) {
    told.states.push_back(answer.index);
    told.warnings.push_back(answer.warnings);
  };
  note(must(engine.search({}, Moment{})));
  note(must(engine.related(trawl::test::article(1).id, 3)));
  note(must(engine.facet_values("tag", {}, "", Moment{})));
  note(must(engine.suggest("wo", 3)));
  note(must(engine.trending(std::chrono::hours{48}, 3, Moment{})));
  note(must(engine.sources()));
  note(must(engine.stats()));
  const IndexState state = must(engine.state());
  told.states.push_back(state);
  told.warnings.push_back(state.warnings);
  return told;
}

IndexState state_with(const index::Lag& lag) {
  const trawl::test::TestIndex made({trawl::test::article(1)});
  return state_as_of(must(make_snapshot(made.reader())), lag);
}

std::string said_of(const index::Lag& lag) {
  const IndexState state = state_with(lag);
  return state.warnings.empty() ? "" : state.warnings.front().code + ": " + state.warnings.front().message;
}

} // namespace

TEST_CASE("as of: an index without articles says so", "[search]") {
  const trawl::test::TestIndex made(std::vector<Article>{});
  const auto state = state_as_of(must(make_snapshot(made.reader())), {.verdict = Verdict::Current});
  REQUIRE(state.warnings.size() == 1);
  CHECK(state.warnings.front().code == "index_empty");
  CHECK(said_of({.verdict = Verdict::Current}).empty());
}

TEST_CASE("as of: every kind of answer names store and sequence, and counts what is missing", "[search]") {
  trawl::test::TestIndex made;
  made.writer().set_store(trawl::test::SmallStore::kName);
  made.add({trawl::test::article(1)});
  auto copied = must(SearchEngine::open(made.data()));
  for (const IndexState& state : told_by(copied).states) CHECK_FALSE(state.behind); // there is no crawl.db
  trawl::test::SmallStore store(made.data());
  for (int i = 0; i < 5; ++i) store.change(trawl::test::article(static_cast<std::size_t>(i)).id);
  auto engine = must(SearchEngine::open(made.data()));
  const Told told = told_by(engine);
  REQUIRE(told.states.size() == 8);
  for (std::size_t i = 0; i < told.states.size(); ++i) {
    CAPTURE(i);
    CHECK(told.states[i].store == trawl::test::SmallStore::kName);
    CHECK(told.states[i].sequence == 2);
    CHECK(told.states[i].behind == 3);
    CHECK(told.states[i] == told.states[0]);
    REQUIRE(told.warnings[i].size() == 1);
    CHECK(told.warnings[i][0].code == "index_behind");
    CHECK(told.warnings[i][0].message.starts_with("3 changes of crawl.db are not in the index yet"));
  }
  for (int i = 0; i < 3; ++i) made.add({trawl::test::article(2)});
  const Told after = told_by(engine);
  for (std::size_t i = 0; i < after.states.size(); ++i) {
    CAPTURE(i);
    CHECK(after.states[i].behind == 0);
    CHECK(after.warnings[i].empty());
  }
}

TEST_CASE("as of: a lag of less than a running writer's batch is a number and no warning", "[search]") {
  CHECK(said_of({.verdict = Verdict::Current}).empty());
  CHECK(said_of({.verdict = Verdict::NoStore}).empty());
  CHECK(said_of({.verdict = Verdict::Behind, .changes = 1'000, .is_written = true}).empty());
  CHECK(said_of({.verdict = Verdict::Behind, .changes = 1'001, .is_written = true}) ==
        "index_behind: 1001 changes of crawl.db are not in the index yet; the crawl or import that is running adds "
        "them.");
  CHECK(said_of({.verdict = Verdict::Behind, .changes = 1}) ==
        "index_behind: 1 change of crawl.db is not in the index yet; the next crawl or import adds what is missing.");
  CHECK(state_with({.verdict = Verdict::Behind, .changes = 9, .is_written = true}).behind == 9);
}

TEST_CASE("as of: an index that crawl.db cannot speak for says why", "[search]") {
  CHECK(said_of({.verdict = Verdict::Ahead, .changes = 4}).starts_with("index_ahead: The index is 4 changes ahead"));
  CHECK(said_of({.verdict = Verdict::Foreign, .changes = 4, .is_written = true})
            .starts_with("index_foreign: The index was made from another crawl.db: 4 changes of crawl.db are not"));
  CHECK(said_of({.verdict = Verdict::Unknown, .problem = "it is damaged"}).ends_with("it is damaged"));
  CHECK_FALSE(state_with({.verdict = Verdict::Ahead, .changes = 4}).behind);
  CHECK(state_with({.verdict = Verdict::Foreign, .changes = 4}).behind == 4);
}

TEST_CASE("as of: states of which other things are said differ, so that no cache takes one for the other", "[search]") {
  const trawl::test::TestIndex made({trawl::test::article(1)});
  const Snapshot snapshot = must(make_snapshot(made.reader()));
  std::vector<IndexState> states;
  for (const index::Lag& lag : {index::Lag{.verdict = Verdict::Current},
                                {.verdict = Verdict::NoStore},
                                {.verdict = Verdict::Behind, .changes = 1},
                                {.verdict = Verdict::Behind, .changes = 2},
                                {.verdict = Verdict::Behind, .changes = 2, .is_written = true},
                                {.verdict = Verdict::Foreign, .changes = 2}})
    states.push_back(state_as_of(snapshot, lag));
  for (std::size_t i = 0; i < states.size(); ++i)
    for (std::size_t k = 0; k < states.size(); ++k) CHECK((states[i] == states[k]) == (i == k));
}

TEST_CASE("as of: the error of a missing or damaged index counts what crawl.db has for it", "[search]") {
  const trawl::test::TestIndex made({trawl::test::article(1)});
  trawl::test::SmallStore store(made.data());
  store.change("a");
  store.change("b");
  std::filesystem::remove(made.data().index_stub());
  const auto opened = SearchEngine::open(made.data());
  REQUIRE_FALSE(opened);
  CHECK(opened.error().code == ErrorCode::NoIndex);
  CHECK(opened.error().what.ends_with("(crawl.db has 2 changes for it)"));
}

} // namespace as_of_test
