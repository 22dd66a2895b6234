// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/index_update.h"

#include "shared/index/index_reader.h"
#include "shared/index/lag.h"
#include "tests/indexer/crawl/followed_store.h"

#include <algorithm>
#include <fstream>
#include <thread>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::crawl;
using namespace std::chrono_literals;

namespace {

/// A store, and what the index made from it has.
class UpdateFixture : public test_support::FollowedStore {
 public:
  IndexUpdate start(const CommitOptions& options = {}) {
    auto update = IndexUpdate::start(data(), {}, options);
    REQUIRE(update);
    return std::move(*update);
  }
  std::size_t indexed() const {
    const auto reader = index::IndexReader::open(data());
    return reader ? (*reader)->columns().live_documents : 0;
  }
  /// Grows when the database is made anew.
  std::uint64_t generation() const { return index::IndexReader::open(data()).value()->generation(); }
  bool has(std::size_t number) const {
    return index::IndexReader::open(data()).value()->find(test::article(number).id) != 0;
  }
};

/// Waits up to ten seconds for the index to have this many articles.
bool reaches(const UpdateFixture& fixture, std::size_t count) {
  for (int i = 0; i < 1000 && fixture.indexed() != count; ++i) std::this_thread::sleep_for(10ms);
  return fixture.indexed() == count;
}

} // namespace

TEST_CASE("index update: the end applies everything, and a second run continues there", "[crawl]") {
  UpdateFixture fixture;
  fixture.publish(0, 600); // more than two batches
  {
    auto update = fixture.start();
    REQUIRE(update.finish({}));
  }
  CHECK(fixture.indexed() == 600);
  fixture.publish(600, 610);
  fixture.retract(5);
  auto update = fixture.start();
  REQUIRE(update.finish({}));
  CHECK(fixture.indexed() == 609);
  CHECK_FALSE(fixture.has(5));
  CHECK(fixture.has(605));
}

TEST_CASE("index update: changes that come while it runs are found without an end", "[crawl]") {
  UpdateFixture fixture;
  auto update = fixture.start({.commit_bytes = 1, .commit_after = 10ms});
  fixture.publish(0, 3);
  update.notify();
  CHECK(reaches(fixture, 3));
  fixture.publish(3, 5);
  update.notify();
  CHECK(reaches(fixture, 5));
  CHECK_FALSE(update.error());
  REQUIRE(update.finish({}));
}

TEST_CASE("index update: many changes at once make the database anew, some do not", "[crawl]") {
  UpdateFixture fixture;
  const auto follow = [&](std::size_t first, std::size_t last) {
    fixture.publish(first, last);
    auto update = fixture.start();
    REQUIRE(update.finish({}));
    REQUIRE(fixture.indexed() == last);
    return fixture.generation();
  };
  const std::uint64_t first = follow(0, 10);
  CHECK(follow(10, 20) == first);
  const std::uint64_t after_many = follow(20, 2'600);
  CHECK(after_many > first);
  CHECK(follow(2'600, 2'610) == after_many);
}

TEST_CASE("index update: what is too little for a commit waits for its time", "[crawl]") {
  UpdateFixture fixture;
  auto update = fixture.start({.commit_bytes = 1u << 30, .commit_after = 50ms});
  fixture.publish(0, 1);
  update.notify();
  CHECK(reaches(fixture, 1));
  REQUIRE(update.finish({}));
}

TEST_CASE("index update: a withdrawn article is hidden, with its text and since when", "[crawl]") {
  UpdateFixture fixture;
  fixture.publish(0, 3);
  REQUIRE(fixture.start().finish({}));
  fixture.publish(1, 2, Moment{1'000'000s});
  REQUIRE(fixture.start().finish({}));
  CHECK(fixture.indexed() == 2);
  CHECK_FALSE(fixture.has(1));
  const auto all = index::IndexReader::open(fixture.data()).value()->with_gone();
  REQUIRE(all);
  const auto article = all->article(all->find(test::article(1).id), ArticlePart::Whole).value();
  CHECK(article.gone_since == Moment{1'000'000s});
  CHECK(article.text == test::article(1).text);
  fixture.publish(1, 2);
  REQUIRE(fixture.start().finish({}));
  CHECK(fixture.has(1));
  CHECK_FALSE(index::IndexReader::open(fixture.data()).value()->with_gone());
}

TEST_CASE("index update: without an end, nothing that was committed is lost", "[crawl]") {
  UpdateFixture fixture;
  fixture.publish(0, 10);
  {
    auto update = fixture.start({.commit_bytes = 1u << 30, .commit_after = 1h});
  }
  auto update = fixture.start();
  REQUIRE(update.finish({}));
  CHECK(fixture.indexed() == 10);
}

TEST_CASE("index update: what is known about sources goes into the index, and stays if nothing is said", "[crawl]") {
  UpdateFixture fixture;
  index::SourceNote note;
  note.id = "blog";
  note.label = "The Blog";
  {
    auto first = fixture.start();
    REQUIRE(first.finish({note}));
  }
  const auto labels = [&] {
    std::vector<std::string> all;
    const auto sources = index::IndexReader::open(fixture.data()).value()->sources();
    for (const auto& source : sources.value()) all.push_back(source.label);
    return all;
  };
  CHECK(labels() == std::vector<std::string>{"The Blog"});
  fixture.publish(0, 1);
  auto second = fixture.start();
  REQUIRE(second.finish({}));
  CHECK(labels() == std::vector<std::string>{"The Blog"});
}

TEST_CASE("index update: the end tells how many changes of all are applied, and so does a rebuild", "[crawl]") {
  UpdateFixture fixture;
  fixture.publish(0, 600);
  std::vector<std::pair<std::size_t, std::size_t>> told;
  const auto tell = [&](std::size_t done, std::size_t all) { told.emplace_back(done, all); };
  REQUIRE(fixture.start().finish({}, tell));
  REQUIRE_FALSE(told.empty());
  CHECK(told.front().first == 0);
  CHECK(told.back().first == told.back().second);
  CHECK(std::ranges::is_sorted(told));
  told.clear();
  std::ofstream(fixture.data().index_stub()) << "nothing";
  REQUIRE(IndexUpdate::start(fixture.data(), {}, {}, tell).value().finish({}));
  CHECK(fixture.indexed() == 600);
  REQUIRE_FALSE(told.empty());
  CHECK(told.front() == std::pair(std::size_t{0}, std::size_t{600}));
  CHECK(told.back() == std::pair(std::size_t{599}, std::size_t{600}));
}

TEST_CASE("index update: an empty store makes no index of another store anew, and says what to do", "[crawl]") {
  UpdateFixture fixture;
  fixture.publish(0, 5);
  {
    auto update = fixture.start();
    REQUIRE(update.finish({}));
  }
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(fixture.data().crawl_db().string() + suffix);
  REQUIRE(store::make_store(fixture.data().crawl_db()));
  const auto refused = IndexUpdate::start(fixture.data());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::IndexDamaged);
  CHECK(refused.error().where == fixture.data().root.string());
  CHECK(refused.error().hint == index::kIfForeign);
}
