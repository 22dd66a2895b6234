// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/cached_rankings.h"

#include <catch2/catch.hpp>

using namespace trawl::search;

namespace {

CachedRanking ranking_of(std::size_t length, bool is_complete = false) {
  CachedRanking ranking;
  for (std::size_t i = 0; i < length; ++i) ranking.ids.push_back(i);
  ranking.is_complete = is_complete;
  return ranking;
}

} // namespace

TEST_CASE("cached rankings: the longer ranking of a key is kept", "[search]") {
  CachedRankings cache;
  const CachedRankings::Key key{1, 2};
  CHECK(cache.find(key) == nullptr);
  CHECK(cache.keep(key, ranking_of(10))->ids.size() == 10);
  CHECK(cache.keep(key, ranking_of(5))->ids.size() == 10);
  CHECK(cache.keep(key, ranking_of(20, true))->ids.size() == 20);
  CHECK(cache.keep(key, ranking_of(30))->ids.size() == 20); // the complete one
  CHECK(cache.find(key)->ids.size() == 20);
  CHECK(cache.find({1, 3}) == nullptr);
}

TEST_CASE("cached rankings: it is remembered that a ranking ends where the known part of it ended", "[search]") {
  CachedRankings cache;
  CHECK_FALSE(cache.keep({1, 2}, ranking_of(10))->is_complete);
  CHECK(cache.keep({1, 2}, ranking_of(10, true))->is_complete); // a grouped result leaves out the rest
  CHECK(cache.find({1, 2})->is_complete);
}

TEST_CASE("cached rankings: the least recently used is forgotten first", "[search]") {
  CachedRankings cache;
  for (std::uint64_t i = 0; i < 1'024; ++i) cache.keep({i, 1}, ranking_of(1));
  CHECK(cache.find({0, 1}) != nullptr); // used now
  cache.keep({5'000, 1}, ranking_of(1));
  CHECK(cache.find({0, 1}) != nullptr);
  CHECK(cache.find({1, 1}) == nullptr);
  CHECK(cache.find({2, 1}) != nullptr);
}

TEST_CASE("cached rankings: long rankings are evicted to bound memory", "[search]") {
  CachedRankings cache;
  cache.keep({1, 1}, ranking_of(3'000'000));
  cache.keep({2, 1}, ranking_of(3'000'000));
  CHECK(cache.find({1, 1}) == nullptr);
  CHECK(cache.find({2, 1}) != nullptr);
  cache.keep({3, 1}, ranking_of(5'000'000)); // larger than the cache, but the one in use
  CHECK(cache.find({3, 1}) != nullptr);
}
