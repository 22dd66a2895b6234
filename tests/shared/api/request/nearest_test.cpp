// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/request/nearest.h"

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using trawl::api::nearest;

namespace {

/// Optimal string alignment, by its definition: the least of all edits of the first letters.
std::size_t slow_distance(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return a.size() + b.size();
  std::size_t best = slow_distance(a.substr(1), b.substr(1)) + (a[0] == b[0] ? 0 : 1);
  best = std::min({best, slow_distance(a.substr(1), b) + 1, slow_distance(a, b.substr(1)) + 1});
  const bool is_swapped = a.size() > 1 && b.size() > 1 && a[0] == b[1] && a[1] == b[0];
  return is_swapped ? std::min(best, slow_distance(a.substr(2), b.substr(2)) + 1) : best;
}

std::string random_word(std::mt19937& random, std::size_t longest) {
  std::string word;
  for (auto i = random() % (longest + 1); i > 0; --i) word += static_cast<char>('a' + random() % 3);
  return word;
}

} // namespace

TEST_CASE("nearest: the first of the names with the smallest distance, if it is near enough", "[api]") {
  std::mt19937 random(221);
  for (int round = 0; round < 1'500; ++round) {
    // Shorter than four letters, so that no part of a name counts as one edit.
    const std::string typed = random_word(random, 3);
    std::vector<std::string> names(1 + random() % 4);
    for (std::string& name : names) name = random_word(random, 5);
    std::string_view truth;
    std::size_t least = std::max<std::size_t>(1, typed.size() / 3) + 1;
    for (const std::string& name : names) {
      const std::size_t distance = slow_distance(typed, name);
      if (distance >= least) continue;
      least = distance;
      truth = name;
    }
    CAPTURE(round, typed, names);
    REQUIRE(nearest(typed, std::vector<std::string_view>(names.begin(), names.end())) == truth);
  }
}

TEST_CASE("nearest: one edit of each kind, and as many as a third of the letters", "[api]") {
  constexpr std::array<std::string_view, 1> kName{"relevance"};
  for (const char* typed :
       {"relevance", "relevanc", "relevancee", "relevamce", "relevacne", "rlvance", "relevance123", "xelevxncx"}) {
    INFO(typed);
    CHECK(nearest(typed, kName) == "relevance");
  }
  for (const char* typed : {"", "rel", "relxxxxxx", "xelxvxncx", "relevance12345"}) {
    INFO(typed);
    CHECK(nearest(typed, kName).empty());
  }
}

TEST_CASE("nearest: four letters from either end of a name are enough, three are not", "[api]") {
  constexpr std::array<std::string_view, 2> kNames{"date_interval", "snippet_words"};
  CHECK(nearest("date", kNames) == "date_interval");
  CHECK(nearest("dat", kNames).empty());
  CHECK(nearest("rval", kNames) == "date_interval");
  CHECK(nearest("val", kNames).empty());
  CHECK(nearest("inter", kNames).empty()); // the middle of a name
}

TEST_CASE("nearest: of equally near names the first; a longer text than any name has none", "[api]") {
  CHECK(nearest("bat", std::array<std::string_view, 2>{"cat", "hat"}) == "cat");
  CHECK(nearest("bat", std::array<std::string_view, 2>{"hat", "cat"}) == "hat");
  CHECK(nearest("cat", std::array<std::string_view, 2>{"hat", "cat"}) == "cat");
  const std::string longest(64, 'a');
  CHECK(nearest(longest, std::array<std::string_view, 1>{longest}) == longest);
  CHECK(nearest(longest + "a", std::array<std::string_view, 1>{longest}).empty());
  CHECK(nearest("any", {}).empty());
}
TEST_CASE("nearest: the distance counts letters inserted, deleted, replaced and swapped", "[api]") {
  CHECK(trawl::api::edit_distance("stats", "stats") == 0);
  CHECK(trawl::api::edit_distance("stat", "stats") == 1);
  CHECK(trawl::api::edit_distance("sttas", "stats") == 1);
  CHECK(trawl::api::edit_distance("state", "stats") == 1);
  CHECK(trawl::api::edit_distance("", "top") == 3);
  CHECK(trawl::api::edit_distance("backup", "index") > 1);
}
