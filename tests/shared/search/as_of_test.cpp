// SPDX-License-Identifier: GPL-3.0-or-later
/// Each answer says which changes of crawl.db it is from, and whether the index was made from another one.
#include "shared/search/answer/search_engine.h"

#include "tests/support/articles.h"
#include "tests/support/index_of.h"
#include "tests/support/small_store.h"

#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace as_of_test {

using namespace trawl;
using namespace trawl::search;
using trawl::test::must;

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

/// The codes of what every kind of answer says of the index; it must be the same in all.
std::vector<std::string> said_by(SearchEngine& engine) {
  const Told told = told_by(engine);
  std::vector<std::string> codes;
  for (const Warning& warning : told.warnings.front()) codes.push_back(warning.code);
  for (std::size_t i = 0; i < told.states.size(); ++i) {
    CAPTURE(i);
    CHECK(told.states[i] == told.states[0]);
    CHECK(told.warnings[i].size() == codes.size());
  }
  return codes;
}

const std::vector<std::string> kNothing, kForeign{"index_foreign"};

} // namespace

TEST_CASE("as of: an index without articles says so", "[search]") {
  const trawl::test::TestIndex made(std::vector<Article>{});
  auto engine = must(SearchEngine::open(made.data()));
  const auto state = must(engine.state());
  REQUIRE(state.warnings.size() == 1);
  CHECK(state.warnings.front().code == "index_empty");
}

TEST_CASE("as of: every kind of answer names store and sequence, and says nothing of what is yet to come", "[search]") {
  trawl::test::TestIndex made;
  made.writer().set_store(trawl::test::SmallStore::kName);
  made.add({trawl::test::article(1)});
  trawl::test::SmallStore store(made.data());
  for (std::size_t i = 0; i < 5; ++i) store.change(trawl::test::article(i).id);
  auto engine = must(SearchEngine::open(made.data()));
  CHECK(said_by(engine) == kNothing);
  const auto told = told_by(engine);
  REQUIRE(told.states.size() == 8);
  for (const IndexState& state : told.states) {
    CHECK(state.store == trawl::test::SmallStore::kName);
    CHECK(state.sequence == 2);
  }
}

TEST_CASE("as of: an index of another crawl.db is told of in every answer from the next commit on", "[search]") {
  trawl::test::TestIndex made;
  made.writer().set_store("0123456789ab");
  made.add({trawl::test::article(1)});
  auto engine = must(SearchEngine::open(made.data())); // as it is copied to where it is searched
  CHECK(said_by(engine) == kNothing);
  const IndexState before = must(engine.state());
  const trawl::test::SmallStore store(made.data());
  auto beside_it = must(SearchEngine::open(made.data()));
  CHECK(said_by(beside_it) == kForeign);
  CHECK(must(beside_it.state()) != before); // so that no cache takes an answer without the warning for one with it
  CHECK(said_by(engine) == kNothing);
  made.add({trawl::test::article(2)});
  CHECK(said_by(engine) == kForeign);
  made.writer().set_store(trawl::test::SmallStore::kName);
  made.add({trawl::test::article(3)});
  CHECK(said_by(engine) == kNothing);
}

TEST_CASE("as of: an index is searched where crawl.db cannot be read", "[search]") {
  trawl::test::TestIndex made;
  made.writer().set_store(trawl::test::SmallStore::kName);
  made.add({trawl::test::article(1)});
  std::ofstream(made.data().crawl_db()) << "no database";
  auto engine = must(SearchEngine::open(made.data()));
  CHECK(said_by(engine) == kNothing);
}

} // namespace as_of_test
