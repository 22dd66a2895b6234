// SPDX-License-Identifier: GPL-3.0-or-later
/// An index that has grown by commits, replacements and removals ranks like one that was built at once from what it has
/// now.
#include "tests/shared/search/twin_index.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <string>
#include <vector>

using namespace trawl;
using namespace trawl::search;
using namespace trawl::search::test;
using trawl::test::must;
using trawl::test::TestIndex;

namespace aged_index_test {

constexpr int kHistories = 5, kQueries = 200;

/// Commits of some articles each, new, edited and removed ones; one article is edited in every commit.
std::map<std::string, Article> age(TestIndex& index, Random& random) {
  std::map<std::string, Article> alive;
  std::size_t next = 0;
  const auto put = [&](std::size_t number) {
    const auto one = article(number, random).article;
    must(index.writer().put(one));
    alive[one.id] = one;
  };
  const std::size_t commits = 20 + random.below(30), most = 5 + random.below(60), edits = 1 + random.below(60);
  for (std::size_t commit = 1; commit <= commits; ++commit) {
    for (auto more = random.below(most); more > 0; --more) put(next++);
    for (auto more = random.below(edits); more > 0 && next > 0; --more) put(random.below(next));
    for (auto more = random.below(8); more > 0 && next > 0; --more) {
      const auto id = article(random.below(next), random).article.id;
      must(index.writer().remove(id));
      alive.erase(id);
    }
    put(0);
    must(index.writer().commit(commit));
  }
  return alive;
}

std::vector<Hit> first_hits(const Snapshot& snapshot, const std::string& q) {
  SearchRequest request;
  request.q = q;
  request.limit = 10;
  return must(answer(request, snapshot, kTwinNow, Deadline{std::chrono::steady_clock::time_point::max()})).hits;
}

bool are_equal(const std::vector<Hit>& one, const std::vector<Hit>& other) {
  return std::ranges::equal(one, other, [](const Hit& a, const Hit& b) {
    return a.article.id == b.article.id && std::abs(a.score - b.score) <= 1e-4 * std::abs(b.score);
  });
}

TEST_CASE("aged: the first ten and their scores are those of an index built at once", "[search]") {
  int different = 0;
  for (int history = 0; history < kHistories; ++history) {
    CAPTURE(history);
    Random random(static_cast<unsigned>(history) + 1);
    TestIndex aged;
    const auto alive = age(aged, random);
    TestIndex built;
    for (const auto& [id, one] : alive) must(built.writer().put(one));
    must(built.writer().commit(1));
    const Snapshot one = must(make_snapshot(aged.reader())), other = must(make_snapshot(built.reader()));
    for (int i = 0; i < kQueries; ++i) {
      const auto q = random_query(random).text();
      different += are_equal(first_hits(one, q), first_hits(other, q)) ? 0 : 1;
    }
  }
  CHECK(different == 0);
}

TEST_CASE("aged: the best match of articles that were imported seven times has a score above zero", "[search]") {
  TestIndex index;
  Random random(1);
  std::vector<Article> eight;
  for (std::size_t i = 0; i < 8; ++i) eight.push_back(article(i, random).article);
  for (Article& one : eight) one.text += " kernel";
  for (int time = 0; time < 7; ++time) index.add(eight);
  const auto hits = first_hits(must(make_snapshot(index.reader())), "kernel");
  REQUIRE(hits.size() == 8);
  for (const Hit& hit : hits) CHECK(hit.score > 0);
}

} // namespace aged_index_test
