// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/shard/value_table.h"

#include "shared/index/columns/value_key.h"

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace value_table_test {

using namespace trawl::index;

NewValues values_of(const std::string& field, const std::vector<std::string>& shown, std::uint32_t first) {
  NewValues out;
  out.first = first;
  for (const std::string& one : shown) out.values.emplace_back(value_key(field, one), one);
  return out;
}

std::vector<std::uint32_t> with_word(const ValueTable& table, const std::string& prefix) {
  std::vector<std::uint32_t> out;
  table.add_with_word(prefix, out);
  std::ranges::sort(out);
  return out;
}

TEST_CASE("value table: what is packed is read: each ordinal's key and form, each key's ordinal", "[index]") {
  std::mt19937 random(11);
  for (const std::size_t size : {0U, 1U, 2U, 40U, 3'000U}) {
    CAPTURE(size);
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < size; ++i)
      shown.push_back((random() % 2 ? "Ada B" : "grace h") + std::to_string(i * 7'919 % 10'007));
    const NewValues values = values_of("author", shown, 500);
    const auto table = ValueTable::read(pack_values(values), "author");
    REQUIRE(table);
    REQUIRE(table->first() == 500);
    REQUIRE(table->size() == size);
    for (std::uint32_t i = 0; i < size; ++i) {
      REQUIRE(table->key(i) == values.values[i].first);
      REQUIRE(table->shown(i) == shown[i]);
      REQUIRE(table->find(values.values[i].first) == 500 + i);
    }
    CHECK_FALSE(table->find(""));
    CHECK_FALSE(table->find("nobody"));
    CHECK_FALSE(table->find("zzz"));
  }
}

TEST_CASE("value table: values are found by the beginning of any of their words", "[index]") {
  const std::vector<std::string> shown{"Meta AI", "metaphor", "The Metal Blog", "\xc3\x89tude", "metaphysics of data"};
  const auto table = ValueTable::read(pack_values(values_of("tag", shown, 10)), "tag");
  REQUIRE(table);
  CHECK(with_word(*table, "met") == std::vector<std::uint32_t>{10, 11, 12, 14});
  CHECK(with_word(*table, "metaph") == std::vector<std::uint32_t>{11, 14});
  CHECK(with_word(*table, "metaphysi") == std::vector<std::uint32_t>{14}); // longer than what is compared first
  CHECK(with_word(*table, "etude") == std::vector<std::uint32_t>{13});
  CHECK(with_word(*table, "ai") == std::vector<std::uint32_t>{10});
  CHECK(with_word(*table, "eta").empty());
}

TEST_CASE("value table: forged bytes are refused, or give values within their bounds", "[index]") {
  std::mt19937 random(12);
  std::vector<std::string> shown;
  for (int i = 0; i < 60; ++i) shown.push_back("Value " + std::to_string(i));
  const NewValues values = values_of("author", shown, 3);
  const std::string bytes = pack_values(values);
  std::size_t refused = 0;
  for (int round = 0; round < 6'000; ++round) {
    std::string changed = bytes;
    const std::size_t at = random() % changed.size();
    changed[at] = static_cast<char>(changed[at] ^ (1 << random() % 8));
    if (round % 4 == 0) changed.resize(random() % changed.size());
    const auto table = ValueTable::read(changed, "author");
    refused += table ? 0 : 1;
    if (!table) continue;
    std::size_t length = 0;
    for (std::uint32_t i = 0; i < table->size(); ++i) length += table->key(i).size() + table->shown(i).size();
    REQUIRE(length <= 3 * changed.size());
    for (const auto& [key, form] : values.values) {
      const auto found = table->find(key); // an altered order may lose it, but finds no other
      if (found) REQUIRE(table->key(*found - table->first()) == key);
    }
    static_cast<void>(with_word(*table, "value"));
  }
  CHECK(refused > 1'000);
  CHECK_FALSE(ValueTable::read("", "author"));
  CHECK_FALSE(ValueTable::read(bytes + "x", "author"));
}

} // namespace value_table_test
