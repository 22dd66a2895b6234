// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/xapian_follower.h"

#include "shared/base/file.h"
#include "shared/index/xapian/xapian_folder.h"
#include "tests/indexer/crawl/followed_store.h"

#include <thread>

#include <catch2/catch.hpp>

namespace xapian_follower_test {

using namespace trawl;
using namespace trawl::crawl;
using namespace std::chrono_literals;

namespace {

class Fixture : public test_support::FollowedStore {
 public:
  std::unique_ptr<Follower> start() { return std::move(follow_with_xapian(data()).value()); }
  void run() { REQUIRE(start()->finish({})); }
  index::XapianState state() const { return index::read_xapian_state(data()).value().value_or(index::XapianState{}); }
  std::uint64_t last() { return store::ArticleStore(database()).last_sequence().value(); }
};

} // namespace

TEST_CASE("xapian follower: the end applies everything, and a second run continues there", "[crawl]") {
  Fixture fixture;
  fixture.publish(0, 300); // more than one batch
  fixture.run();
  CHECK(fixture.state().documents == 300);
  fixture.publish(300, 310);
  fixture.retract(5);
  fixture.run();
  CHECK(fixture.state().documents == 309);
  CHECK(fixture.state().sequence == fixture.last());
}

TEST_CASE("xapian follower: there is a database from the start, and changes follow while it runs", "[crawl]") {
  Fixture fixture;
  auto follower = fixture.start();
  for (int i = 0; i < 1000 && !*index::read_xapian_state(fixture.data()); ++i) std::this_thread::sleep_for(10ms);
  REQUIRE(*index::read_xapian_state(fixture.data()));
  fixture.publish(0, 3);
  follower->notify();
  REQUIRE(follower->finish({}));
  CHECK(fixture.state().documents == 3);
}

TEST_CASE("xapian follower: compacted, it has what it had, and one that is missing is made", "[crawl]") {
  Fixture fixture;
  fixture.publish(0, 300);
  fixture.run();
  fixture.publish(300, 400);
  fixture.run();
  REQUIRE(fixture.state().changed == 100);
  REQUIRE(compact_xapian(fixture.data(), fixture.database(), [] { return false; }));
  CHECK(fixture.state().changed == 0);
  CHECK(fixture.state().documents == 400);
  CHECK(fixture.state().sequence == fixture.last());
  REQUIRE(index::remove_xapian_database(fixture.data()));
  REQUIRE(compact_xapian(fixture.data(), fixture.database(), [] { return false; }));
  CHECK(fixture.state().documents == 400);
}

TEST_CASE("xapian follower: a database that is ahead, lacks articles or is damaged is made again", "[crawl]") {
  Fixture fixture;
  fixture.publish(0, 20);
  fixture.run();
  SECTION("ahead of the store, as after a restored copy") {
    REQUIRE(fixture.database().run("DELETE FROM articles WHERE sequence > 15"));
    fixture.run();
    CHECK(fixture.state().documents == 15);
    CHECK(fixture.state().sequence == 15);
  }
  SECTION("damaged") {
    REQUIRE(write_file_atomic(index::xapian_stub(fixture.data()), "nonsense"));
    fixture.run();
    CHECK(fixture.state().documents == 20);
  }
  SECTION("other articles than the store") {
    REQUIRE(fixture.database().run("DELETE FROM articles WHERE id = '" + test::article(3).id + "'"));
    fixture.run();
    CHECK(fixture.state().documents == 19);
  }
}

TEST_CASE("xapian follower: a run that was stopped leaves the last commit, and the next one continues", "[crawl]") {
  Fixture fixture;
  fixture.publish(0, 20);
  fixture.run();
  fixture.publish(20, 40);
  {
    const auto stopped = fixture.start();
  }
  CHECK(fixture.state().documents == 20);
  fixture.run();
  CHECK(fixture.state().documents == 40);
}

TEST_CASE("xapian follower: a database written whole replaces the one before, but one that is stopped does not",
          "[crawl]") {
  Fixture fixture;
  fixture.publish(0, 20);
  fixture.run();
  fixture.publish(20, 30);
  fixture.retract(1);
  CHECK(write_xapian(fixture.data(), fixture.database(), [] { return true; }).error().code == ErrorCode::Interrupted);
  CHECK(fixture.state().documents == 20);
  REQUIRE(write_xapian(fixture.data(), fixture.database(), [] { return false; }));
  CHECK(fixture.state().documents == 29);
  CHECK(fixture.state().sequence == fixture.last());
}

} // namespace xapian_follower_test
