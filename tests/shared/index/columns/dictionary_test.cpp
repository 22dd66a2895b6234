// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/columns/dictionary.h"

#include <map>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl::index;

TEST_CASE("dictionary: ordinals are dense, in the order of first use, as a map would give them", "[index]") {
  std::mt19937 random(61);
  for (int round = 0; round < 200; ++round) {
    CAPTURE(round);
    Dictionary dictionary;
    std::vector<std::string> keys;
    std::map<std::string, std::uint32_t> twin;
    const auto different = 1 + random() % 60;
    for (int i = 0; i < 100; ++i) {
      const std::string key(random() % 3, static_cast<char>('a' + random() % different));
      const std::string wanted = key + std::to_string(random() % different);
      const auto known = twin.find(wanted);
      const auto found = dictionary.find(wanted, keys);
      REQUIRE(found.has_value() == (known != twin.end()));
      if (found) REQUIRE(*found == known->second);
      const auto ordinal = dictionary.intern(wanted, keys);
      REQUIRE(ordinal == twin.try_emplace(wanted, static_cast<std::uint32_t>(twin.size())).first->second);
    }
    REQUIRE(keys.size() == twin.size());
    for (const auto& [key, ordinal] : twin) REQUIRE(keys[ordinal] == key);
  }
}

TEST_CASE("dictionary: every key is found while the table grows", "[index]") {
  Dictionary dictionary;
  std::vector<std::string> keys;
  for (std::uint32_t i = 0; i < 300; ++i) { // passes 16, 32, 64, … cells
    dictionary.intern(std::to_string(i), keys);
    for (std::uint32_t known = 0; known <= i; ++known) REQUIRE(dictionary.find(std::to_string(known), keys) == known);
    REQUIRE_FALSE(dictionary.find(std::to_string(i + 1), keys));
  }
}

TEST_CASE("dictionary: keys may be empty, hold NUL, or differ in the last byte only", "[index]") {
  Dictionary dictionary;
  std::vector<std::string> keys;
  CHECK_FALSE(dictionary.find("", keys));
  const std::vector<std::string> odd{
      "",  std::string(1, '\0'),     std::string("a\0b", 3),       std::string("a\0c", 3),
      "a", std::string(10'000, 'x'), std::string(9'999, 'x') + "y"};
  for (std::uint32_t i = 0; i < odd.size(); ++i) CHECK(dictionary.intern(odd[i], keys) == i);
  for (std::uint32_t i = 0; i < odd.size(); ++i) CHECK(dictionary.find(odd[i], keys) == i);
  CHECK(keys == odd);
}

TEST_CASE("dictionary: a copy goes its own way", "[index]") {
  Dictionary dictionary;
  std::vector<std::string> keys;
  dictionary.intern("shared", keys);
  Dictionary copy = dictionary;
  std::vector<std::string> keys_of_copy = keys;
  CHECK(copy.intern("of the copy", keys_of_copy) == 1);
  CHECK(dictionary.intern("of the first", keys) == 1);
  CHECK(copy.find("shared", keys_of_copy) == 0);
  CHECK_FALSE(copy.find("of the first", keys_of_copy));
  CHECK_FALSE(dictionary.find("of the copy", keys));
}
