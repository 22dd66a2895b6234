// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/edit_distance.h"

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;

namespace {

/// The definition: the least of the four edits of the first bytes.
std::size_t slow_distance(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return a.size() + b.size();
  const std::string_view shorter_a = a.substr(1), shorter_b = b.substr(1);
  if (a.front() == b.front()) return slow_distance(shorter_a, shorter_b);
  const std::size_t one =
      1 + std::min({slow_distance(shorter_a, b), slow_distance(a, shorter_b), slow_distance(shorter_a, shorter_b)});
  const bool is_swapped = a.size() > 1 && b.size() > 1 && a[0] == b[1] && a[1] == b[0];
  return is_swapped ? std::min(one, 1 + slow_distance(a.substr(2), b.substr(2))) : one;
}

std::string random_word(std::mt19937& random, std::size_t longest = 6) {
  std::string word;
  for (auto i = random() % (longest + 1); i > 0; --i) word += static_cast<char>('a' + random() % 3);
  return word;
}

} // namespace

TEST_CASE("edit distance: as its definition, up to any limit", "[edit_distance]") {
  std::mt19937 random(141);
  for (int round = 0; round < 4'000; ++round) {
    const std::string a = random_word(random), b = random_word(random);
    const std::size_t limit = random() % 8, distance = slow_distance(a, b);
    CAPTURE(round, a, b, limit);
    REQUIRE(edit_distance(a, b, limit) == std::min(distance, limit + 1));
    REQUIRE(edit_distance(b, a, limit) == edit_distance(a, b, limit));
    REQUIRE((edit_distance(a, b, limit) == 0) == (a == b));
  }
}

TEST_CASE("edit distance: empty texts, and texts whose lengths alone are too far apart", "[edit_distance]") {
  CHECK(edit_distance("", "", 0) == 0);
  CHECK(edit_distance("", "abc", 3) == 3);
  CHECK(edit_distance("", "abc", 2) == 3);
  CHECK(edit_distance("a", "b", 0) == 1);
  CHECK(edit_distance(std::string(1'000'000, 'a'), "a", 3) == 4);
}

TEST_CASE("nearest: the first of the names with the smallest distance, if it is near enough", "[edit_distance]") {
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

TEST_CASE("nearest: one edit of each kind, and as many as a third of the letters", "[edit_distance]") {
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

TEST_CASE("nearest: four letters from either end of a name are enough, three are not", "[edit_distance]") {
  constexpr std::array<std::string_view, 2> kNames{"date_interval", "facet_limit"};
  CHECK(nearest("date", kNames) == "date_interval");
  CHECK(nearest("dat", kNames).empty());
  CHECK(nearest("rval", kNames) == "date_interval");
  CHECK(nearest("val", kNames).empty());
  CHECK(nearest("inter", kNames).empty()); // the middle of a name
}

TEST_CASE("nearest: of equally near names the first, but a longer text than any name has none", "[edit_distance]") {
  CHECK(nearest("bat", std::array<std::string_view, 2>{"cat", "hat"}) == "cat");
  CHECK(nearest("bat", std::array<std::string_view, 2>{"hat", "cat"}) == "hat");
  CHECK(nearest("cat", std::array<std::string_view, 2>{"hat", "cat"}) == "cat");
  const std::string longest(64, 'a');
  CHECK(nearest(longest, std::array<std::string_view, 1>{longest}) == longest);
  CHECK(nearest(longest + "a", std::array<std::string_view, 1>{longest}).empty());
  CHECK(nearest("any", {}).empty());
}

TEST_CASE("nearest: suggests the intended name, or nothing if none is close", "[edit_distance]") {
  constexpr std::array<std::string_view, 5> kNames{"relevance", "newest", "oldest", "source", "limit"};
  CHECK(nearest("newst", kNames) == "newest");
  CHECK(nearest("limti", kNames) == "limit");
  CHECK(nearest("sauce", kNames).empty());
  CHECK(nearest("sorce", kNames) == "source");
  CHECK(nearest("zzz", kNames).empty());
  CHECK(nearest("lilian", std::array<std::string_view, 2>{"openai", "lilianweng"}) == "lilianweng");
  CHECK(nearest("limit", std::array<std::string_view, 1>{"facet_limit"}) == "facet_limit");
  CHECK(nearest("ili", std::array<std::string_view, 1>{"lilianweng"}).empty());
  CHECK(nearest("", kNames).empty());
  CHECK(nearest(std::string(100'000, 'a'), kNames).empty());
}
