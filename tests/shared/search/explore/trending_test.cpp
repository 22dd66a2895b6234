// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/search/explore/disk_index.h"

#include <chrono>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace trending_test {

using namespace trawl;
using namespace trawl::search;
using namespace trawl::search::test;

TEST_CASE("trending: words of at least two sources that are more frequent than before", "[suggest]") {
  std::vector<Row> rows;
  for (int i = 0; i < 40; ++i)
    rows.push_back({"Model notes", "the usual model and kernel words", i % 2 == 0 ? "a" : "b", 50 + i});
  rows.push_back({"Monarch", "monarch and the model", "a", 0});
  rows.push_back({"On Monarch", "a monarch model", "b", 1});
  rows.push_back({"Loner", "hapax hapax model", "a", 1});
  rows.push_back({"Loner again", "hapax model", "a", 1});
  DiskIndex index(rows);
  const auto found = index.trending(std::chrono::hours(48), 5);
  REQUIRE(found.terms.size() == 1);
  CHECK(found.terms[0].term == "monarch");
  CHECK(found.terms[0].count == 2);
  CHECK(found.terms[0].times_usual > 2);
  CHECK(found.terms[0].sources == std::vector<std::string>{"a", "b"});
  CHECK(found.documents == std::vector<std::uint32_t>{41, 42});
  const Moment long_ago = kNow - std::chrono::hours(24 * 365);
  CHECK(index.trending(std::chrono::hours(1), 5, long_ago).terms.empty());
}

TEST_CASE("trending: one source's series is no trend, and neither is ordinary vocabulary", "[suggest]") {
  std::vector<Row> rows;
  for (int i = 0; i < 200; ++i)
    rows.push_back({"Notes", i % 10 == 0 ? "production notes" : "usual words", i % 2 == 0 ? "a" : "b", 50 + i});
  for (int i = 0; i < 8; ++i) rows.push_back({"Diary and production", "diary of production", "a", i % 2});
  rows.push_back({"Diary and production", "diary once, of production", "b", 1});
  for (int i = 0; i < 2; ++i) rows.push_back({"Monarch", "monarch", i == 0 ? "a" : "b", 1});
  DiskIndex index(rows);
  const auto found = index.trending(std::chrono::hours(72), 6);
  std::set<std::string> terms;
  for (const TrendingTerm& one : found.terms) terms.insert(one.term);
  CHECK(terms.contains("monarch"));
  CHECK_FALSE(terms.contains("production")); // in a tenth of all articles
  std::size_t of_a = 0;
  for (const std::uint32_t document : found.documents) of_a += rows[document - 1].source == "a" ? 1 : 0;
  CHECK(of_a <= 2); // of six articles asked for
}

TEST_CASE("trending: a word that many sources used before is no trend, however often it comes now", "[suggest]") {
  std::vector<Row> rows;
  for (int i = 0; i < 400; ++i) {
    // Six sources; three have used "approach" now and then, one "monarch".
    const std::string rare = i < 6 && i % 2 == 0 ? "an approach" : i == 7 ? "a monarch" : "usual words";
    rows.push_back({"Notes", rare + " and notes", std::string(1, static_cast<char>('a' + i % 6)), 50 + i % 40});
  }
  for (const char* source : {"a", "b", "c"}) {
    rows.push_back({"An approach to monarch", "approach monarch", source, 1});
    rows.push_back({"The mixture-of-experts approach", "mixture-of-experts approach monarch", source, 1});
  }
  DiskIndex index(rows);
  const auto found = index.trending(std::chrono::hours(72), 20);
  std::set<std::string> terms;
  for (const TrendingTerm& one : found.terms) terms.insert(one.term);
  CHECK(terms == std::set<std::string>{"mixture-of-experts", "monarch"}); // nor "of-experts" or "experts"
}

} // namespace trending_test
