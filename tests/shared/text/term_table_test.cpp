// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/term_table.h"

#include <map>
#include <random>
#include <string>

#include <catch2/catch.hpp>

namespace term_table_test {

using namespace trawl::text;

TEST_CASE("term table: each term has one number and keeps its text, however many follow", "[text]") {
  TermTable table;
  CHECK(table.find("word") == nullptr);
  std::mt19937 random(4);
  std::map<std::string, std::uint32_t> numbers;
  for (int i = 0; i < 20'000; ++i) {
    const std::string term = std::string(random() % 90, 'a') + std::to_string(random() % 9'000);
    const TermTable::Term& added = i % 2 == 0 ? table.add(term) : table.add(term.substr(0, 3), term.substr(3));
    REQUIRE(added.text == term);
    REQUIRE(numbers.try_emplace(term, numbers.size()).first->second == added.number);
  }
  REQUIRE(table.size() == numbers.size());
  for (const auto& [term, number] : numbers) {
    REQUIRE(table[number].text == term);
    REQUIRE(table.find(term) == &table[number]);
  }
  CHECK(table.find("b") == nullptr);
}

TEST_CASE("term table: a term is whatever bytes it is, also none and very many", "[text]") {
  TermTable table;
  const std::string zeros("a\0b", 3), long_one(3'000'000, 'x');
  for (const std::string& term : {std::string(), zeros, long_one, std::string("a")}) {
    CHECK(table.add(term).text == term);
    CHECK(&table.add(term) == table.find(term));
  }
  CHECK(table.size() == 4);
}

} // namespace term_table_test
