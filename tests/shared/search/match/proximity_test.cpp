// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/proximity.h"

#include <algorithm>
#include <random>
#include <span>
#include <vector>

#include <catch2/catch.hpp>

namespace proximity_test {

using namespace trawl::search;

/// How often the words occur in order, each within `distance` of the one before; counted by occurrences of the last
/// word.
std::size_t count_in_order(std::span<const WordPositions> words, std::uint32_t distance) {
  std::vector<std::uint32_t> ends = words.front().positions, next;
  for (std::size_t i = 1; i < words.size(); ++i) {
    find_followers(ends, words[i].positions, words[i].word == words[i - 1].word, distance, next);
    std::swap(ends, next);
  }
  return ends.size();
}

TEST_CASE("proximity: different words may share a position, the same word may not", "[match]") {
  const std::vector<std::uint32_t> at_5{5}, at_5_6{5, 6};
  CHECK(is_near(std::vector<WordPositions>{{0, at_5}, {1, at_5}}, 1));
  CHECK_FALSE(is_near(std::vector<WordPositions>{{0, at_5}, {0, at_5}}, 1));
  CHECK(is_near(std::vector<WordPositions>{{0, at_5_6}, {0, at_5_6}}, 1));
  CHECK(count_in_order(std::vector<WordPositions>{{0, at_5}, {1, at_5}}, 1) == 1);
  CHECK(count_in_order(std::vector<WordPositions>{{0, at_5}, {0, at_5}}, 1) == 0);
}

TEST_CASE("proximity: agrees with comparing all positions", "[match]") {
  std::mt19937 random(11);
  for (int round = 0; round < 3000; ++round) {
    std::vector<WordPositions> words(2 + random() % 2);
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i].word = i;
      for (std::uint32_t position = 1; position <= 12; ++position) {
        if (random() % 4 == 0) words[i].positions.push_back(position);
      }
    }
    const std::uint32_t distance = 1 + random() % 4;
    bool near = false;
    bool ordered = false;
    const auto third = words.size() > 2 ? words[2].positions : std::vector<std::uint32_t>{0};
    for (const auto a : words[0].positions) {
      for (const auto b : words[1].positions) {
        for (const auto c : third) {
          const auto [least, most] = words.size() > 2 ? std::minmax({a, b, c}) : std::minmax({a, b});
          near = near || most - least <= distance;
          const bool first = b >= a && b - a <= distance;
          ordered = ordered || (first && (words.size() < 3 || (c >= b && c - b <= distance)));
        }
      }
    }
    CHECK(is_near(words, distance) == near);
    CHECK((count_in_order(words, distance) > 0) == ordered);
  }
}

} // namespace proximity_test
